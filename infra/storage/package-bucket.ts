/** The bucket of the stage: packages for stores, the reports that stores send, and the reports that owners ask for. */
import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stages/stage-config.ts';

export function packageBucket(scope: Construct, { isProduction }: StageConfig): Bucket {
  const bucket = new Bucket(scope, 'Packages', {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    // Objects are written once: nothing replaces or deletes them, so there are no versions to keep.
    versioned: false,
    // The parts of a file whose transfer ended halfway are charged for, but in no list of objects.
    lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
    // After a first deployment that failed, it is empty, and deleted.
    removalPolicy: isProduction ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  });
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason:
      'Functions and operators write to it, and what they write is logged. Access logs would need another bucket.',
  });
  return bucket;
}
