/** Brings one file of a release into its package. */
import { createHash } from 'node:crypto';
import type { Bucket } from '../../bucket/bucket.ts';
import type { PackageFile, WantedFile } from '../ern/package-files.ts';
import { type SourceOptions, sourceFile } from './source-file.ts';

/**
 * A file that is there already was written by an earlier try, or is by another at the same time. It is described as it is
 * in the package, whatever its URL has become since.
 * @param folder of the package.
 * @throws SourceUnreadable when it cannot be read at its URL.
 */
export async function transfer(
  { url, ...file }: WantedFile,
  { bucket, folder, source }: { bucket: Bucket; folder: string; source: SourceOptions },
): Promise<PackageFile> {
  const key = `${folder}/${file.name}`;
  if (!(await bucket.has(key))) {
    const digest = new Digest();
    if (await bucket.create(key, digest.over(sourceFile(url, source))))
      return { ...file, ...digest.result() };
  }
  const digest = new Digest();
  for await (const _ of digest.over(bucket.read(key)));
  return { ...file, ...digest.result() };
}

class Digest {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  /** Passes content on. */
  async *over(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      this.#hash.update(piece);
      this.#bytes += piece.length;
      yield piece;
    }
  }

  result(): { readonly bytes: number; readonly sha256: string } {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}
