/**
 * Transfers a cover into a package. It is named and described as what is transferred, because its server can have
 * replaced the file that was measured for the album.
 */
import { type ImageHead, imageHeadIn } from '../../../catalogue/artwork/image-head.ts';
import { imageName, type PackageFile, type WantedFile } from '../../../ern/write/package-files.ts';
import { contentOf, Digest, type Package } from './transfer.ts';

/**
 * A cover that exists was written by an earlier or concurrent attempt, unless an earlier version has given it the name
 * of another format.
 * @throws SourceUnreadable if the file cannot be read from its URL.
 * @throws OtherFile if it is not the file with which the release was approved.
 */
export async function transferCover(wanted: WantedFile, into: Package): Promise<PackageFile> {
  const { from, ...file } = wanted;
  for (const name of new Set([file.name, imageName(file.name, 'jpeg'), imageName(file.name, 'png')])) {
    const there = await described({ ...file, name }, into);
    if (there && nameOf(file, there.image) === name) return there;
  }
  const content = contentOf(from, into.source);
  try {
    const head = await headOf(content);
    const name = nameOf(file, head.image);
    const digest = new Digest(file);
    if (await into.bucket.create(`${into.folder}/${name}`, digest.over(followed(head.pieces, content))))
      return { ...file, name, ...digest.result(), image: head.image };
    return (await described({ ...file, name }, into)) ?? transferCover(wanted, into);
  } finally {
    await content.return(undefined);
  }
}

type File = Omit<WantedFile, 'from'>;

const nameOf = ({ name }: File, image: ImageHead | null | undefined): string =>
  image ? imageName(name, image.format) : name;

/** @returns the file as it is in the package, or undefined if it is not there. */
async function described(file: File, { bucket, folder }: Package): Promise<PackageFile | undefined> {
  const key = `${folder}/${file.name}`;
  if (!(await bucket.has(key))) return undefined;
  const digest = new Digest(file);
  const content = digest.over(bucket.read(key));
  const { image } = await headOf(content);
  for await (const _ of content);
  return { ...file, ...digest.result(), image };
}

/** As far as the size of covers is looked for when they are measured. */
const MOST_HEAD_BYTES = 1_966_080;

/** Reads until the size is known, or cannot be. @returns what was read, and the size if there is one. */
async function headOf(content: AsyncIterator<Uint8Array>) {
  const pieces: Uint8Array[] = [];
  let [bytes, measured] = [0, 0];
  for (;;) {
    const { done, value } = await content.next();
    if (!done) {
      pieces.push(value);
      bytes += value.length;
      // Again only after as many bytes, so that small pieces are not joined each time.
      if (bytes < 2 * measured) continue;
    }
    measured = bytes;
    const found = imageHeadIn(Buffer.concat(pieces));
    if (done || found !== 'further' || bytes > MOST_HEAD_BYTES)
      return { pieces, image: typeof found === 'object' ? found : null };
  }
}

async function* followed(
  pieces: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* pieces;
  yield* { [Symbol.asyncIterator]: () => rest };
}
