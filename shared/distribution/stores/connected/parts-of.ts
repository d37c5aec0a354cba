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

/** @param buffer of at least one byte. @returns parts that fill the buffer, and a last one that can be shorter. Each is valid until the next one is taken. */
export async function* partsIn(buffer: Buffer, content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const piece of content)
    for (let from = 0; from < piece.length; ) {
      const taken = Math.min(piece.length - from, buffer.length - length);
      buffer.set(piece.subarray(from, from + taken), length);
      from += taken;
      length += taken;
      if (length < buffer.length) continue;
      yield buffer;
      length = 0;
    }
  if (length > 0) yield buffer.subarray(0, length);
}
