/** Transfers one file of a release, other than its cover, into its package. */
import { createHash, type Hash } from 'node:crypto';
import type { PackageFile, WantedFile } from '../../../ern/write/package-files.ts';
import type { Bucket } from '../../../platform/bucket/bucket.ts';
import { type SourceOptions, sourceFile } from './source-file.ts';

export interface Package {
  readonly bucket: Bucket;
  readonly folder: string;
  readonly source: SourceOptions;
}

/**
 * A file that exists was written by an earlier or concurrent attempt. It is described as it is in the
 * package.
 * @throws SourceUnreadable if the file cannot be read from its URL.
 * @throws OtherFile if its digest is wrong, or not that of the file that was analyzed. The file remains, but no manifest names it.
 */
export async function transfer(
  { from, ...file }: WantedFile,
  { bucket, folder, source }: Package,
): Promise<PackageFile> {
  const key = `${folder}/${file.name}`;
  if (!(await bucket.has(key))) {
    const digest = new Digest(file);
    if (await bucket.create(key, digest.over(contentOf(from, source))))
      return { ...file, ...digest.result() };
  }
  const digest = new Digest(file);
  for await (const _ of digest.over(bucket.read(key)));
  return { ...file, ...digest.result() };
}

export async function* contentOf(
  from: WantedFile['from'],
  source: SourceOptions,
): AsyncGenerator<Uint8Array> {
  if ('url' in from) yield* sourceFile(from.url, source);
  else yield Buffer.from(from.text);
}

/** Thrown for a file with an unexpected digest. The message is a sentence for the owner of the release. */
export class OtherFile extends Error {
  override name = 'OtherFile';
}

type DigestedFile = Pick<WantedFile, 'title' | 'md5' | 'heardMd5' | 'seenSha256'>;

export class Digest {
  readonly #file: DigestedFile;
  readonly #hash = createHash('sha256');
  readonly #md5: Hash | undefined;
  #bytes = 0;

  constructor(file: DigestedFile) {
    this.#file = file;
    const isExpected = file.md5 !== undefined || file.heardMd5 !== undefined;
    this.#md5 = isExpected ? createHash('md5') : undefined;
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
    const { title, md5, heardMd5, seenSha256 } = this.#file;
    const sha256 = this.#hash.digest('hex');
    const digest = this.#md5?.digest('hex');
    if (md5 !== undefined && digest !== md5)
      throw new OtherFile(`${title} does not match the md5 of the track.`);
    if (seenSha256 === null)
      throw new OtherFile(`${title} was not read before the approval. Request the album again.`);
    const isOther =
      (heardMd5 !== undefined && digest !== heardMd5) || (seenSha256 !== undefined && sha256 !== seenSha256);
    if (isOther)
      throw new OtherFile(
        `${title} is not the file that was read before the approval. Request the album again.`,
      );
    return { bytes: this.#bytes, sha256 };
  }
}
