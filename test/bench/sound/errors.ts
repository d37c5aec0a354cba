/** How far the ends of found ranges are from the right ones. */
import type { EqualSound, TimeRange } from '../../../shared/matching/rules/sound/equal-ranges.ts';
import { percent } from './percent.ts';

/** In seconds. */
const RIGHT = 0.5;

const ends = {
  start: 'start',
  end: 'end',
  matchedStart: 'matched start',
  matchedEnd: 'matched end',
} as const;

/** @returns the percentage of ends within half a second of the right ones, in the longest range of each. */
export function errorsOf(
  found: readonly { readonly sound: EqualSound; readonly range: TimeRange }[],
): Record<string, number> {
  const pairs = found.flatMap(({ sound, range }) => {
    const longest = sound.ranges.toSorted((left, right) => lengthOf(right) - lengthOf(left))[0];
    return longest ? [{ longest, range }] : [];
  });
  return Object.fromEntries(
    Object.entries(ends).map(([end, title]) => {
      const key = end as keyof TimeRange;
      const right = pairs.filter(({ longest, range }) => Math.abs(longest[key] - range[key]) <= RIGHT);
      return [`${title}, %`, percent(right.length, pairs.length)];
    }),
  );
}

const lengthOf = ({ start, end }: TimeRange): number => end - start;
