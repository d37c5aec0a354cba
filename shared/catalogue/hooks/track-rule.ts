/** A rule of tracks, and what their hooks read for it. */
import type { Rule } from '../../kit/crud/write/hooks.ts';
import type { LinkedRecords } from '../../kit/records/linked-records.ts';
import type { trackAssets } from '../api/track-assets.ts';
import type { tracks } from '../api/tracks.ts';
import type { CreditState } from '../credits/replace-credits.ts';
import type { LoadedMoves } from './moving-places.ts';
import type { TrackReleases } from './track-releases.ts';

export interface LoadedTrack extends LoadedMoves {
  readonly releases: TrackReleases;
  /** The masters of a track that becomes a song or a video. */
  readonly masters: LinkedRecords<typeof trackAssets> | undefined;
  /** Undefined if no credits were sent. */
  readonly credits: LoadedCredits | undefined;
  /** Whether the owner has or had the sent code, if only the stage gives it. */
  readonly ownsCode: boolean;
}

export interface LoadedCredits {
  readonly state: CreditState;
  /** The sent artists that belong to the caller. */
  readonly artists: ReadonlySet<number>;
}

export type TrackRule = Rule<typeof tracks, LoadedTrack>;
