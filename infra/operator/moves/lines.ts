/** Reads the lines of a file one at a time, since files can be larger than memory. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

export async function* linesIn(path: string): AsyncGenerator<{ text: string; number: number }> {
  let number = 0;
  for await (const text of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    number += 1;
    yield { text, number };
  }
}
