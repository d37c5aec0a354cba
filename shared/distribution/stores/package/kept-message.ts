/**
 * The message of a package. Its name is the same for all attempts, and the first one that writes it decides what the
 * package is, so that a folder has one message even if an attempt died after it, or two ran concurrently.
 */
import { createHash } from 'node:crypto';
import { required } from '../../../kit/values/required.ts';
import type { Bucket } from '../../../platform/bucket/bucket.ts';

export interface PackagedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly md5?: string;
}

export interface Contents {
  readonly message: PackagedFile;
  readonly files: readonly PackagedFile[];
}

const NAME = 'message.xml';

interface Place {
  readonly bucket: Bucket;
  readonly folder: string;
}

/** @returns what a package has whose message was written by another attempt. Undefined without a message. */
export async function keptContents({ bucket, folder }: Place): Promise<Contents | undefined> {
  const key = `${folder}/${NAME}`;
  if (!(await bucket.has(key))) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const piece of bucket.read(key)) pieces.push(piece);
  const message = Buffer.concat(pieces);
  const files: PackagedFile[] = [];
  // All of its files were there before it.
  for (const [, name = '', md5] of String(message).matchAll(FILES))
    files.push({
      name,
      ...(await measured(bucket.read(`${folder}/${name}`))),
      ...(md5 !== undefined && { md5 }),
    });
  return { message: described(message), files };
}

/** The files that a message describes, as this service writes it. */
const FILES =
  /<URI>([^<]+)<\/URI>(?:\s*<HashSum>\s*<Algorithm>MD5<\/Algorithm>\s*<HashSumValue>(\w+)<\/HashSumValue>)?/g;

/** @returns what the package has, which is that of another attempt if it has written its message first. */
export async function withMessage(
  text: string,
  files: readonly PackagedFile[],
  place: Place,
): Promise<Contents> {
  const { bucket, folder } = place;
  if (await bucket.create(`${folder}/${NAME}`, [text]))
    return { message: described(Buffer.from(text)), files };
  return required(await keptContents(place), 'Messages are not deleted.');
}

const described = (message: Buffer): PackagedFile => ({
  name: NAME,
  bytes: message.length,
  sha256: createHash('sha256').update(message).digest('hex'),
});

async function measured(content: AsyncIterable<Uint8Array>): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of content) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
