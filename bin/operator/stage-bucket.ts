/** The bucket of a stage, used with the operator's own credentials. */
import { S3Client } from '@aws-sdk/client-s3';
import { Bucket } from '../../shared/platform/bucket/bucket.ts';
import { machineOf, type StageCall } from './invoke.ts';
import { Rejection } from './rejection.ts';
import { unreached } from './unreached.ts';

/** @throws Rejection when the bucket cannot be reached. */
export async function withBucket<T>(
  call: Pick<StageCall, 'stage' | 'environment'>,
  name: string,
  use: (bucket: Bucket) => Promise<T>,
): Promise<T> {
  const client = new S3Client(machineOf(call) ?? {});
  try {
    return await use(new Bucket(name, client));
  } catch (error) {
    if (error instanceof Rejection) throw error;
    const { stage } = call;
    throw unreached(error, { stage, functionName: `the bucket ${name}`, endpoint: undefined, isSent: false });
  } finally {
    client.destroy();
  }
}
