/**
 * Reads a whole object for a request that a user waits for. Bundles have this file beside them and load it
 * when it is first needed (`#read-object`), because the client of S3 would double the start of every function
 * of the API.
 */
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { once } from '../once.ts';

/** For all attempts and the content together. */
const MAX_MS = 3000;

const s3 = /* @__PURE__ */ once(() => new S3Client({}));

/**
 * @throws Error if there is no such object of this length, or no whole content in time.
 */
export async function readObject(
  bucket: string,
  { key, bytes }: { readonly key: string; readonly bytes: number },
): Promise<Uint8Array> {
  // Ends the transfer of an object that is not read.
  const end = new AbortController();
  const abortSignal = AbortSignal.any([AbortSignal.timeout(MAX_MS), end.signal]);
  const command = new GetObjectCommand({ Bucket: bucket, Key: key });
  const { Body, ContentLength } = await s3().send(command, { abortSignal });
  if (Body && ContentLength === bytes) return Body.transformToByteArray();
  end.abort();
  throw new Error(`S3 has ${ContentLength} bytes of ${key} instead of ${bytes}.`);
}
