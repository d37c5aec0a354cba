/**
 * The bucket of a stage, for packages, releases that are being delivered, store reports, analytics reports and
 * snapshots of lists.
 */
import { CfnResource, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type LifecycleRule,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { PACKAGE_PREFIXES, RELEASE_PREFIX } from '../../shared/distribution/keys.ts';
import { SNAPSHOT_PREFIX } from '../../shared/kit/lists/snapshot.ts';
import { STORE_REPORT_PREFIX } from '../../shared/usage/import/usage-objects.ts';
import { REPORT_PREFIX } from '../../shared/usage/reports/report-file.ts';
import type { StageConfig } from '../stages/stage-config.ts';

export function packageBucket(scope: Construct, stage: StageConfig, key: IKey | undefined): Bucket {
  const { isProduction, isLocal } = stage;
  const isEmptied = !isProduction && !isLocal;
  const bucket = new Bucket(scope, 'Packages', {
    ...(key
      ? { encryption: BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true }
      : { encryption: BucketEncryption.S3_MANAGED }),
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    // Objects are never replaced. Versions keep what is deleted for as long as the table can be restored to a
    // time.
    versioned: isProduction,
    lifecycleRules: lifecycleOf(stage),
    // If the first deployment fails, the empty bucket is deleted.
    removalPolicy: isProduction ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    autoDeleteObjects: isEmptied,
  });
  if (isEmptied) keepLogOfEmptying(scope, stage);
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason:
      'Only functions and operators write to it, and they log it. Access logs would need another bucket.',
  });
  return bucket;
}

/** AWS keeps the changes of a table for 35 days. */
const RECOVERY_DAYS = 35;
/** Each list has a new one every week. A restored table can point to one of five weeks ago. */
const SNAPSHOT_DAYS = 60;
/** The row that names one is used for a day. The last delivery deletes both, unless it is interrupted. */
const RELEASE_DAYS = 2;

function lifecycleOf({ isProduction, fileDays, functionSettings }: StageConfig): LifecycleRule[] {
  const expiring = (days: number | null, ...prefixes: readonly string[]): LifecycleRule[] =>
    days === null ? [] : prefixes.map((prefix) => ({ prefix, expiration: Duration.days(days) }));
  return [
    // Parts of incomplete uploads cost money, but are not listed.
    { abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ...expiring(SNAPSHOT_DAYS, SNAPSHOT_PREFIX),
    ...expiring(RELEASE_DAYS, RELEASE_PREFIX),
    ...expiring(functionSettings.reportFileDays, REPORT_PREFIX),
    ...expiring(fileDays.usageReports, STORE_REPORT_PREFIX),
    ...expiring(fileDays.packages, ...PACKAGE_PREFIXES),
    ...(isProduction
      ? [{ noncurrentVersionExpiration: Duration.days(RECOVERY_DAYS), expiredObjectDeleteMarker: true }]
      : []),
  ];
}

/**
 * The function with which the CDK empties the bucket when the stack is deleted. Without a log group in the
 * stack, Lambda would create one that remains.
 */
function keepLogOfEmptying(scope: Construct, { name, logRetentionDays }: StageConfig): void {
  const provider = Stack.of(scope).node.findChild('Custom::S3AutoDeleteObjectsCustomResourceProvider');
  const log = new LogGroup(scope, 'EmptyBucketLog', {
    logGroupName: `/aws/lambda/music-distribution-${name}-empty-bucket`,
    retention: logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const [role, handler] = ['Role', 'Handler'].map((id) => provider.node.findChild(id));
  if (!(role instanceof CfnResource && handler instanceof CfnResource))
    throw new Error('The CDK no longer empties buckets with a role and a handler.');
  handler.addPropertyOverride('LoggingConfig', { LogGroup: log.logGroupName });
  // Instead of a managed policy, which would let it create log groups.
  role.addPropertyOverride('ManagedPolicyArns', []);
  role.addPropertyOverride('Policies', [
    {
      PolicyName: 'log',
      PolicyDocument: {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
            Resource: log.logGroupArn,
          },
        ],
      },
    },
  ]);
}
