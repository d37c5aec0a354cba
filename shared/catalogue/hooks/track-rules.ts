/** What the rules of tracks get from the table. */
import type { Rule } from '../../kit/crud/write/hooks.ts';
import type { LinkedRecords } from '../../kit/records/linked-records.ts';
import type { trackAssets } from '../api/track-assets.ts';
import type { tracks } from '../api/tracks.ts';
import type { LoadedCredits } from './track-credits.ts';
import type { TrackReleases } from './track-releases.ts';

export interface LoadedTrack {
  readonly releases: TrackReleases;
  /** Its masters, if the track becomes a song or a video. */
  readonly masters: LinkedRecords<typeof trackAssets> | undefined;
  /** Undefined if no credits were sent. */
  readonly credits: LoadedCredits | undefined;
  /** Whether the owner has or had the sent code, if only the stage gives it. */
  readonly ownsCode: boolean;
}

export type TrackRule = Rule<typeof tracks, LoadedTrack>;
