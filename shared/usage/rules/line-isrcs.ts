/**
 * The ISRCs of a line of a report. Most lines have one. Stores report several for a resource that consists of several
 * recordings, or for a recording that was registered more than once. The usage is that of one resource.
 */
import { readIsrc } from '../../catalogue/rules/isrc.ts';

const SEPARATOR = '|';
/** Between codes in a cell of a store. A space also separates codes, but can be within one. */
const SEPARATORS = /[|;,/]/;
const MOST_ISRCS = 20;
const FORM = 'an ISRC: two letters, three letters or digits, and seven digits.';

/**
 * @param cell the code or codes, in any spelling.
 * @returns each code once in comparable form, sorted, with `|` between; or a sentence that states the fault.
 * @example readIsrcs('DE-AB1-26-00002 | deab12600001') // { isrc: 'DEAB12600001|DEAB12600002' }
 */
export function readIsrcs(cell: string): { readonly isrc: string } | string {
  const only = readIsrc(cell);
  if (only !== null) return { isrc: only };
  const written = cell.split(SEPARATORS).flatMap(separated);
  const codes = new Set(written.flatMap((each) => readIsrc(each) ?? []));
  if (codes.size === 0) return `isrc is not ${FORM}`;
  const other = written.find((each) => readIsrc(each) === null);
  if (other !== undefined)
    return `isrc has ${written.length} codes, of which ${JSON.stringify(other.slice(0, 40))} is not ${FORM}`;
  if (codes.size > MOST_ISRCS) return `isrc has ${codes.size} codes. A line can have at most ${MOST_ISRCS}.`;
  return { isrc: [...codes].toSorted().join(SEPARATOR) };
}

/** @returns the code, or the codes that spaces separate. */
function separated(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  const parts = trimmed.split(/\s+/);
  return parts.every((part) => readIsrc(part) !== null) ? parts : [trimmed];
}

/** @param isrcs of a line. */
export const isrcsIn = (isrcs: string): string[] => isrcs.split(SEPARATOR);

/** @param isrcs of a line. @returns the same with one of them first, the code of the track for which the line counts. */
export const isrcsBeginningWith = (isrc: string, isrcs: string): string =>
  [isrc, ...isrcsIn(isrcs).filter((each) => each !== isrc)].join(SEPARATOR);

/** @param isrcs of a line, in any order. @returns them in the order in which reports are read. */
export const sortedIsrcs = (isrcs: string): string => isrcsIn(isrcs).toSorted().join(SEPARATOR);
