/**
 * Lyrics with times, in the form of LRC files (simple, and enhanced with times of words): which texts are
 * valid, and when the last words begin.
 */

const TIME = '(\\d{1,3}):([0-5]\\d)(?:\\.(\\d{1,3}))?';
/** What every valid text has: a line that begins with a time. */
export const LYRICS_PATTERN = `(^|[\\r\\n\\ufeff])\\s*\\[${TIME}\\]`;
/** The times at the beginning of a line. A line that is repeated has several. */
const LINE_TIMES = new RegExp(`^(?:\\s*\\[${TIME}\\])+`);
/** About the file, such as [ti:Small Hours]. */
const ID_TAG = /^\[([a-z]+|#)\s*:(.*)\]$/i;
/** What was meant as a time. Words can be in brackets, too. */
const LIKE_LINE_TIME = /\[\s*[-+]?\d+\s*:[^\][]*\]/;
const LIKE_WORD_TIME = /<\s*[-+]?\d+\s*:[^<>]*>/g;
const OFFSET = /^\s*([-+]?\d{1,9})\s*$/;

/** A file has these for its first bad lines. */
const MAX_FAULTS = 50;

/**
 * @returns what is wrong with a text, to follow the name of its attribute. Lines are counted from 1, and end
 * with LF, CR or both.
 */
export function lyricsFaults(text: string): string[] {
  const faults: string[] = [];
  let isTimed = false;
  for (const [index, line] of linesOf(text).entries()) {
    const fault = lineFault(line);
    if (fault !== undefined) faults.push(fault.replace('#', `line ${index + 1}`));
    if (faults.length === MAX_FAULTS) return faults;
    isTimed ||= LINE_TIMES.test(line);
  }
  return isTimed || faults.length > 0 ? faults : ['must have a line with a time, such as [01:23.45]'];
}

/** @returns the text without byte order marks and space at its ends, and with LF as line ends. */
export const storedLyrics = (text: string): string => linesOf(text).join('\n').trim();

const linesOf = (text: string): string[] => text.replace(/^\ufeff/, '').split(/\r\n?|\n/);

/** @returns the fault of a line, with # for its number. */
function lineFault(untrimmed: string): string | undefined {
  const line = untrimmed.trim();
  if (line === '') return undefined;
  const times = LINE_TIMES.exec(line)?.[0];
  if (times === undefined) return untimedFault(line);
  const words = line.slice(times.length);
  if (LIKE_LINE_TIME.test(words))
    return 'must have the times of # before its words, as [mm:ss.xx], and times of single words as <mm:ss.xx>';
  const starts = timesIn(times);
  const marks = words.match(LIKE_WORD_TIME) ?? [];
  if (!marks.every((mark) => new RegExp(`^<${TIME}>$`).test(mark)))
    return 'has a word time in # that is not written as <mm:ss.xx>';
  if (marks.length > 0 && starts.length > 1)
    return 'must not have word times in #, which is repeated at several times';
  const inOrder = [...starts, ...timesIn(words)];
  const isInOrder = inOrder.every((time, at) => at === 0 || time >= (inOrder[at - 1] ?? 0));
  return marks.length === 0 || isInOrder ? undefined : 'has a word time in # that is before the previous one';
}

function untimedFault(line: string): string | undefined {
  const [, name = '', value = ''] = ID_TAG.exec(line) ?? [];
  if (name.toLowerCase() === 'offset')
    return OFFSET.test(value) ? undefined : 'must have a whole number of milliseconds as the offset in #';
  if (name !== '') return undefined;
  if (LIKE_LINE_TIME.test(line)) return 'has a time in # that is not written as [mm:ss.xx] before the words';
  return 'must have a time such as [01:23.45] before the words of #';
}

/** @returns the times in milliseconds. */
const timesIn = (text: string): number[] =>
  Array.from(text.matchAll(new RegExp(`[[<]${TIME}[\\]>]`, 'g')), ([, minutes, seconds, fraction = '']) => {
    const thousandths = Number(fraction.padEnd(3, '0'));
    return (Number(minutes) * 60 + Number(seconds)) * 1000 + thousandths;
  });

/** Whether single words have times. */
export const hasWordTimes = (text: string): boolean => new RegExp(`<${TIME}>`).test(text);

/** @returns when the last words begin, in milliseconds. A positive offset lets words appear earlier. */
export function lyricsEnd(text: string | null): number | null {
  if (text === null) return null;
  let offset = 0;
  let last = 0;
  for (const line of linesOf(text)) {
    const [, name, value = ''] = ID_TAG.exec(line.trim()) ?? [];
    if (name?.toLowerCase() === 'offset') offset = Number(value);
    else for (const time of timesIn(line)) last = Math.max(last, time);
  }
  return Math.max(0, last - offset);
}
