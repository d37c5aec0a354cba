/** Divides a stream into parts of one size. */

/** @returns parts of `bytes` each, and a last one that can be shorter. */
export async function* partsOf(content: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of content) {
    let rest = piece;
    while (length + rest.length >= bytes) {
      const taken = rest.subarray(0, bytes - length);
      yield joined([...pieces, taken]);
      rest = rest.subarray(taken.length);
      pieces = [];
      length = 0;
    }
    if (rest.length > 0) pieces.push(rest);
    length += rest.length;
  }
  if (length > 0) yield joined(pieces);
}

/** One piece is not copied. */
function joined(pieces: readonly Uint8Array[]): Buffer {
  const [only, other] = pieces;
  return only && !other ? Buffer.from(only.buffer, only.byteOffset, only.length) : Buffer.concat(pieces);
}
