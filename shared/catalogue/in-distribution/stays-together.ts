/** Albums in distribution keep their tracks: what is rejected while an album has an open or a sent request. */
import type { Problem } from '../../kit/values/problems.ts';
import type { Album } from '../api/albums.ts';
import { isInDistribution } from './album-requests.ts';

/**
 * @param pointer to what takes the track off.
 * @returns a problem when the track leaves an album in distribution.
 */
export const leavingProblems = (left: readonly Album[], pointer?: string): Problem[] =>
  left.some(isInDistribution)
    ? [
        {
          code: 'track_in_distribution',
          detail: 'The track is on an album in distribution: take the album down first.',
          ...(pointer !== undefined && { pointer }),
        },
      ]
    : [];

/** @returns a problem when the album is with the stores, or on its way. */
export const deletionProblem = (album: Album): Problem[] =>
  isInDistribution(album)
    ? [{ code: 'album_in_distribution', detail: 'The album is in distribution: take it down first.' }]
    : [];
