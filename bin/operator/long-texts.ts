/** Long texts in the results of commands, such as lyrics: by lines, as in the text. */
import { printable } from './printable.ts';

/** In characters. Longer texts would make tables too wide. */
const LONGEST_IN_LINE = 200;
/** In a text without line breaks, up to 100 characters. */
const ONE_LINE = /.{1,100}(?: +|$)|.{100}/gu;
const MOST_LINES = 20;

/** Also those between paragraphs of word processors. */
const LINE_BREAK = /\r\n|[\n\r\u0085\u2028\u2029]/;

export const isLongText = (value: unknown): value is string =>
  typeof value === 'string' && (value.length > LONGEST_IN_LINE || LINE_BREAK.test(value));

/** @returns the first lines of the text, which say how many more there are and how to see these. */
export function firstLines(text: string): string[] {
  const lines = text
    .split(LINE_BREAK)
    .flatMap((line) => wrapped(printable(line.trimEnd().replaceAll('\t', '    '))));
  const more = lines.length - MOST_LINES;
  if (more <= 0) return lines;
  return [...lines.slice(0, MOST_LINES), `(${more} more lines, which --json shows)`];
}

/** Breaks a line at spaces, and within words that are longer than a line. */
const wrapped = (line: string): string[] =>
  line === '' ? [''] : (line.match(ONE_LINE) ?? []).map((each) => each.trimEnd());
