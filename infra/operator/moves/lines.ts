/** Reads the lines of a file one at a time, since files can be larger than memory. */
import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/** Of a line. A request to a function has at most 6 MB. */
const MAX_LINE_BYTES = 4_000_000;

export interface TextLine {
  readonly text: string;
  readonly number: number;
  /** Whether it is longer than that. Its text is then only its beginning. */
  readonly isCut: boolean;
}

/** Lines end at a line feed alone, because JSON leaves other line ends within texts, such as U+2028, as they are. */
export async function* linesIn(path: string): AsyncGenerator<TextLine> {
  const decoder = new StringDecoder();
  let text = '';
  let bytes = 0;
  let number = 1;
  const add = (part: string) => {
    bytes += Buffer.byteLength(part);
    if (bytes <= MAX_LINE_BYTES) text += part;
  };
  const line = () => ({ text, number, isCut: bytes > MAX_LINE_BYTES });
  for await (const chunk of createReadStream(path)) {
    const [first = '', ...others] = decoder.write(chunk).split('\n');
    add(first);
    for (const part of others) {
      yield line();
      number += 1;
      text = '';
      bytes = 0;
      add(part);
    }
  }
  add(decoder.end());
  if (bytes > 0) yield line();
}
