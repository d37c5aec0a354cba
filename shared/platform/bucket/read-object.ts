/**
 * Reads a whole object for a request that a user waits for. Bundles have this file beside them and load it when it is
 * first needed (`#read-object`), because the client of S3 would double the start of every function of the API.
 */
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { once } from '../once.ts';

/** For all attempts and the content together. */
const MAX_MS = 3000;

const s3 = /* @__PURE__ */ once(() => new S3Client({}));

/** @throws Error if there is no such object, or no whole content in time. */
export async function readObject(bucket: string, key: string): Promise<Uint8Array> {
  const abortSignal = AbortSignal.timeout(MAX_MS);
  const command = new GetObjectCommand({ Bucket: bucket, Key: key });
  const { Body } = await s3().send(command, { abortSignal });
  if (!Body) throw new Error(`S3 returned no content for ${key}.`);
  return Body.transformToByteArray();
}
