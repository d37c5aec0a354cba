/** Prevents changes that would take tracks off albums in distribution, or delete such albums. */
import type { Problem } from '../../kit/values/problems.ts';
import type { Album } from '../api/albums.ts';
import { isInDistribution } from './album-requests.ts';

/**
 * @param pointer to the member that removes the track.
 * @returns a problem if an album that the track leaves is in distribution.
 */
export const leavingProblems = (left: readonly Album[], pointer?: string): Problem[] =>
  left.some(isInDistribution)
    ? [
        {
          code: 'track_in_distribution',
          detail: 'The track is on an album in distribution. Take the album down first.',
          ...(pointer !== undefined && { pointer }),
        },
      ]
    : [];

/** @returns a problem if stores have the album or are about to get it. */
export const deletionProblem = (album: Album): Problem[] =>
  isInDistribution(album)
    ? [{ code: 'album_in_distribution', detail: 'The album is in distribution. Take it down first.' }]
    : [];
