/** Similarity of two texts by their edit distance. */
import leven from 'leven';

/**
 * @param atLeast below it, the distance is not counted to its end.
 * @returns 1 for equal texts, 0 for texts that have nothing in common or are less alike than `atLeast`. The order of the two
 * makes no difference.
 */
export function textSimilarity(left: string, right: string, atLeast: number): number {
  const length = Math.max(left.length, right.length);
  if (length === 0) return 1;
  // One above the largest distance that counts: leven returns the limit for all that is beyond it, too.
  const limit = Math.ceil((1 - atLeast) * length) + 1;
  const distance = leven(left, right, { maxDistance: limit });
  const similarity = distance < limit ? 1 - distance / length : 0;
  return similarity < atLeast ? 0 : similarity;
}
