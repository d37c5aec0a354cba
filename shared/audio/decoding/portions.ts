/** Cuts the rest of a file into portions for a decoder. */
import type { ByteStream } from '../reading/byte-stream.ts';

export async function* portionsOf(bytes: ByteStream, size: number): AsyncGenerator<Buffer> {
  for (let portion = await bytes.take(size); portion.length > 0; portion = await bytes.take(size))
    yield portion;
}

export const lengthOf = ({ length }: Buffer): number => length;
