/** A rule of tracks, and what its hooks read for it. */
import type { Rule } from '../../kit/crud/write/hooks.ts';
import type { tracks } from '../api/tracks.ts';
import type { loadCredits } from './track-credits.ts';
import type { loadMasters } from './track-kind.ts';
import type { TrackReleases } from './track-releases.ts';

export interface LoadedTrack {
  readonly releases: TrackReleases;
  readonly masters: Awaited<ReturnType<typeof loadMasters>>;
  readonly credits: Awaited<ReturnType<typeof loadCredits>>;
  /** Whether the owner has or had the sent code, if only the stage gives it. */
  readonly ownsCode: boolean;
}

export type TrackRule = Rule<typeof tracks, LoadedTrack>;
