/** Uploads name an object after its content, so content that changes while it is read must not become that object. */
import { createHash } from 'node:crypto';

/** @param changed makes the error that is thrown at the end if the content has another digest. */
export async function* unchangedContent(
  content: AsyncIterable<Uint8Array>,
  sha256: string,
  changed: () => Error,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== sha256) throw changed();
}
