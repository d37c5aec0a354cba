/** Warns reviewers of audio that was heard, but may be damaged. No decision depends on these warnings. */
import type { ReviewedTrack } from './reviewed-tracks.ts';

/** @returns a sentence for each track with a doubtful file. */
export const audioWarnings = (tracks: readonly Pick<ReviewedTrack, 'disc' | 'order' | 'audio'>[]): string[] =>
  tracks.flatMap(({ disc, order, audio }) =>
    audio && audio.warnings.length > 0
      ? [`The audio of track ${order} on disc ${disc} may be damaged. ${audio.warnings.join(' ')}`]
      : [],
  );
