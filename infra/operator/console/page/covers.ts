/** What is wrong with covers. */

const LEAST_PIXELS = 3000;
/** Stores accept 1 %. */
const MOST_OBLIQUE = 0.01;

/** @returns sentences for the reviewer. @param size in pixels. */
export function coverWarnings({ width, height }: { width: number; height: number }): string[] {
  const isSquare = Math.abs(width - height) <= MOST_OBLIQUE * Math.max(width, height);
  return [
    ...(isSquare ? [] : ['The cover is not square.']),
    ...(Math.min(width, height) < LEAST_PIXELS
      ? [`The cover has fewer than ${LEAST_PIXELS} pixels at a side.`]
      : []),
  ];
}
