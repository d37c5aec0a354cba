/** What the credentials of a store's role are used for. They allow nothing else, even if the role does. Pure. */
import type { S3Connection } from '../connected/connection.ts';

/** @returns a policy of IAM, as JSON. */
export function bucketPolicy({
  bucket,
  region,
  role,
  folder,
}: Pick<S3Connection, 'bucket' | 'region' | 'role' | 'folder'>): string {
  const partition = role.split(':')[1];
  const within = folder === '' ? '' : `${folder}/`;
  const of = `arn:${partition}:s3:::${bucket}`;
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: ['s3:PutObject', 's3:GetObject', 's3:DeleteObject', 's3:ListMultipartUploadParts'],
        Resource: `${of}/${within}*`,
      },
      { Effect: 'Allow', Action: ['s3:ListBucket', 's3:ListBucketMultipartUploads'], Resource: of },
      // For buckets that the store encrypts with its key.
      {
        Effect: 'Allow',
        Action: ['kms:GenerateDataKey', 'kms:Decrypt'],
        Resource: `arn:${partition}:kms:${region}:${role.split(':')[4]}:key/*`,
        Condition: { StringLike: { 'kms:ViaService': `s3.${region}.*` } },
      },
    ],
  });
}
