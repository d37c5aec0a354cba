/** The bucket of a stage, used with the operator's own credentials. */
import { S3Client } from '@aws-sdk/client-s3';
import { Bucket } from '../../shared/platform/bucket/bucket.ts';
import { machineOf } from './invoke.ts';
import { Rejection } from './rejection.ts';
import { unreached } from './unreached.ts';

/** @throws Rejection when the bucket cannot be reached. */
export async function withBucket<T>(
  stage: string,
  { name, io }: { name: string; io: { readonly environment: NodeJS.ProcessEnv } },
  use: (bucket: Bucket) => Promise<T>,
): Promise<T> {
  const client = new S3Client(machineOf(stage, io.environment) ?? {});
  try {
    return await use(new Bucket(name, client));
  } catch (error) {
    if (error instanceof Rejection) throw error;
    throw unreached(error, { stage, functionName: `the bucket ${name}`, endpoint: undefined, isSent: false });
  } finally {
    client.destroy();
  }
}
