/** The bucket of a stage, for packages, store reports, analytics reports and snapshots of lists. */
import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { SNAPSHOT_PREFIX } from '../../shared/kit/lists/snapshot.ts';
import type { StageConfig } from '../stages/stage-config.ts';

export function packageBucket(scope: Construct, { isProduction }: StageConfig): Bucket {
  const bucket = new Bucket(scope, 'Packages', {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    // Objects are never replaced, so versions are not needed.
    versioned: false,
    lifecycleRules: [
      // Parts of incomplete uploads cost money, but are not listed.
      { abortIncompleteMultipartUploadAfter: Duration.days(1) },
      // Each list has a new one every week.
      { prefix: SNAPSHOT_PREFIX, expiration: Duration.days(60) },
    ],
    // If the first deployment fails, the empty bucket is deleted.
    removalPolicy: isProduction ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  });
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason:
      'Only functions and operators write to it, and they log it. Access logs would need another bucket.',
  });
  return bucket;
}
