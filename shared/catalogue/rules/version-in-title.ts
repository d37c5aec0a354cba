/** A title that ends with the version of its track or album in brackets, as stores would show it twice. Pure. */
import { comparable } from '../../kit/values/comparable.ts';

/** The opening bracket by the closing one, also of full width. */
const OPENING: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
  ['）', '（'],
  ['］', '［'],
  ['｝', '｛'],
  ['】', '【'],
  ['〕', '〔'],
]);

const SPACES = /\s+/gu;

const formOf = (text: string): string => comparable(text.replace(SPACES, ' '));

/**
 * @returns the title without the version, or undefined if it does not end with it, or has nothing before it.
 * @example titleBeforeVersion('One (Live)', 'live') // 'One'
 */
export function titleBeforeVersion(title: string, version: string | null): string | undefined {
  if (version === null) return undefined;
  const sought = formOf(version);
  const text = title.trim();
  const opening = OPENING.get(text.slice(-1));
  if (sought === '' || opening === undefined) return undefined;
  // A version can have brackets too, so the nearest opening one is not always that of the version.
  for (let start = text.lastIndexOf(opening); start > 0; start = text.lastIndexOf(opening, start - 1)) {
    const before = text.slice(0, start).trim();
    if (before !== '' && formOf(text.slice(start + 1, -1)) === sought) return before;
  }
  return undefined;
}
