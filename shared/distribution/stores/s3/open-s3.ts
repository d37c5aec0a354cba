/** Assumes the role that the store of a DSP grants, and opens its bucket. */
import { assumedRole } from '../../../platform/foreign-bucket/assumed-role.ts';
import { ForeignBucket } from '../../../platform/foreign-bucket/foreign-bucket.ts';
import type { S3Connection } from '../connected/connection.ts';
import type { SignedIn } from '../connected/signed-in.ts';
import { bucketPolicy } from './bucket-policy.ts';
import { roleFailure } from './s3-failure.ts';
import { S3Files } from './s3-files.ts';

/** @throws StoreFailure */
export async function openS3(
  { bucket, region, role, externalId, folder }: S3Connection,
  { dspId, until, idleTimeoutMs }: SignedIn,
): Promise<S3Files> {
  const end = new AbortController();
  const limits = { idleTimeoutMs, until: AbortSignal.any([until, end.signal]) };
  const policy = bucketPolicy({ bucket, region, role, folder });
  const session = `music-distribution-dsp-${dspId}`;
  const credentials = await assumedRole({ role, externalId, session, policy }, limits).catch(
    (error: unknown) => {
      throw roleFailure(error, { role, until, idleTimeoutMs });
    },
  );
  const opened = new ForeignBucket({ bucket, region, credentials, ...limits });
  return new S3Files(opened, { place: { bucket, region, role, idleTimeoutMs, until }, end });
}
