/** Splits text of any length into lines, in bounded memory. */
import { required } from '../../kit/values/required.ts';

export interface TextLine {
  /** Starts at 1. */
  readonly number: number;
  /** Without the line end. Truncated if the line is too long. */
  readonly text: string;
  readonly isTooLong: boolean;
}

export const MAX_LINE_LENGTH = 10_000;

/** Lines end with LF or CRLF. A byte order mark is dropped. @param encoding such as 'utf-16le'. */
export async function* textLines(
  content: AsyncIterable<Uint8Array>,
  encoding = 'utf-8',
): AsyncGenerator<TextLine[]> {
  const decoder = new TextDecoder(encoding);
  let rest = '';
  let number = 0;
  const lineOf = (text: string): TextLine => {
    number += 1;
    const isTooLong = text.length > MAX_LINE_LENGTH;
    return {
      number,
      text: (isTooLong ? text.slice(0, MAX_LINE_LENGTH) : text).replace(/\r$/, ''),
      isTooLong,
    };
  };
  for await (const piece of content) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    // Drop text beyond the limit, because a file can consist of one line.
    rest = required(lines.pop(), 'A text that is split has parts.').slice(0, MAX_LINE_LENGTH + 1);
    if (lines.length > 0) yield lines.map(lineOf);
  }
  rest += decoder.decode();
  if (rest !== '') yield [lineOf(rest)];
}
