/** Transfers one file of a release into its package. */
import { createHash, type Hash } from 'node:crypto';
import type { Bucket } from '../../../platform/bucket/bucket.ts';
import type { PackageFile, WantedFile } from '../ern/package-files.ts';
import { type SourceOptions, sourceFile } from './source-file.ts';

/**
 * A file that exists was written by an earlier or concurrent attempt. It is described as it is in the
 * package.
 * @param folder of the package.
 * @throws SourceUnreadable if the file cannot be read from its URL.
 * @throws OtherFile if its MD5 digest is wrong. The file remains, but no manifest names it.
 */
export async function transfer(
  { from, ...file }: WantedFile,
  { bucket, folder, source }: { bucket: Bucket; folder: string; source: SourceOptions },
): Promise<PackageFile> {
  const key = `${folder}/${file.name}`;
  if (!(await bucket.has(key))) {
    const digest = new Digest(file);
    const content = 'url' in from ? sourceFile(from.url, source) : contentOf(from.text);
    if (await bucket.create(key, digest.over(content))) return { ...file, ...digest.result() };
  }
  const digest = new Digest(file);
  for await (const _ of digest.over(bucket.read(key)));
  return { ...file, ...digest.result() };
}

async function* contentOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Thrown for a file with an unexpected digest. The message is a sentence for the owner of the release. */
export class OtherFile extends Error {
  override name = 'OtherFile';
}

class Digest {
  readonly #file: Pick<WantedFile, 'title' | 'md5'>;
  readonly #hash = createHash('sha256');
  readonly #md5: Hash | undefined;
  #bytes = 0;

  constructor(file: Pick<WantedFile, 'title' | 'md5'>) {
    this.#file = file;
    this.#md5 = file.md5 === undefined ? undefined : createHash('md5');
  }

  /** Passes the content through. */
  async *over(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      this.#hash.update(piece);
      this.#md5?.update(piece);
      this.#bytes += piece.length;
      yield piece;
    }
  }

  result(): { readonly bytes: number; readonly sha256: string } {
    const { title, md5 } = this.#file;
    if (this.#md5 && this.#md5.digest('hex') !== md5)
      throw new OtherFile(`${title} does not match the md5 of the track.`);
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}
