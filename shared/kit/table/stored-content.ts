/** Content of any length: in a row, or in an object of the bucket that the row names. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { environment } from '../../platform/settings.ts';
import { digestOf } from './digest.ts';

/** Content in an object. Length and digest show whether another object has replaced it. */
const inObject = v.object({ object: v.string(), bytes: v.number(), sha256: v.string() });

/** The form in a row. */
export const storedContent = v.union([inObject, v.object({ row: v.string() })]);

export type StoredContent = v.InferOutput<typeof storedContent>;

/** Longer content would make every read of the row cost more than an object. */
const MAX_ROW_BYTES = 8000;

/** Loads the client of S3 when it is first needed, which most content does not. */
async function stageBucket() {
  const { Bucket } = await import('#bucket');
  return new Bucket(environment('BUCKET_NAME'));
}

/**
 * @param prefix of the object, whose name is new each time.
 * @param mostInRow bytes that are kept in the row.
 */
export async function storeContent(
  prefix: string,
  content: Buffer,
  mostInRow = MAX_ROW_BYTES,
): Promise<StoredContent> {
  if (content.length <= mostInRow) return { row: content.toString('base64') };
  const object = `${prefix}/${randomUUID()}`;
  async function* whole() {
    yield content;
  }
  await (await stageBucket()).create(object, whole());
  return { object, bytes: content.length, sha256: digestOf(content) };
}

/** Deletes the object, if there is one. */
export async function deleteContent(content: StoredContent): Promise<void> {
  if ('object' in content) await (await stageBucket()).delete(content.object);
}

/** @returns the content of an object. @throws Error if it has another length, before it is read. */
export type ReadObject = (key: string, bytes: number) => Promise<Uint8Array>;

/** For background work. */
export const bucketReader: ReadObject = async (key, bytes) => (await stageBucket()).readWhole(key, bytes);

/** For requests that a user waits for. */
export const objectReader: ReadObject = async (key, bytes) => {
  const { readObject } = await import('#read-object');
  return readObject(environment('BUCKET_NAME'), { key, bytes });
};

/** @throws Error if there is no object, or another one than was written. */
export async function readContent(content: StoredContent, readObject: ReadObject): Promise<Uint8Array> {
  if ('row' in content) return Buffer.from(content.row, 'base64');
  const { object, bytes, sha256 } = content;
  const read = await readObject(object, bytes);
  if (digestOf(read) !== sha256) throw new Error(`${object} is not the object that was written.`);
  return read;
}
