/** Similarity of two texts by their edit distance. */
import leven from 'leven';

/** @returns 1 for equal texts, 0 for texts that have nothing in common. The order of the two makes no difference. */
export function textSimilarity(left: string, right: string): number {
  const length = Math.max(left.length, right.length);
  return length === 0 ? 1 : 1 - leven(left, right) / length;
}
