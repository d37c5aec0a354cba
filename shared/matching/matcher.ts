/** What compares a submitted track with released ones. The service has one matcher: catalogue-matcher.ts. */
import type { Table } from '../table/table.ts';
import type { FoundMatch } from './found-match.ts';
import type { ReleasedTrack } from './released-track.ts';

export type SubmittedTrack = Pick<ReleasedTrack, 'trackId' | 'title' | 'artists' | 'isrc'>;

export interface Matcher {
  /**
   * @returns at most one match for each released track, none with the track itself. For the same track and the same
   * released tracks always the same.
   */
  readonly matchesOf: (
    track: SubmittedTrack,
    from: { readonly table: Table },
  ) => Promise<readonly FoundMatch[]>;
}
