/** The similarity of two texts by edit distance. */
import leven from 'leven';

/**
 * @param atLeast threshold below which the exact distance is not computed.
 * @returns 1 for equal texts, 0 for texts with nothing in common or less similar than `atLeast`. Symmetric.
 */
export function textSimilarity(left: string, right: string, atLeast: number): number {
  const length = Math.max(left.length, right.length);
  if (length === 0) return 1;
  // One above the largest relevant distance, because leven returns the limit for every distance beyond it.
  const limit = Math.ceil((1 - atLeast) * length) + 1;
  const distance = leven(left, right, { maxDistance: limit });
  const similarity = distance < limit ? 1 - distance / length : 0;
  return similarity < atLeast ? 0 : similarity;
}
