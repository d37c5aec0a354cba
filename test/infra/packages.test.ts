import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { gatewayRoutes } from '../../infra/api/gateway-routes.ts';
import { synthesized } from './synthesis.ts';

/** One lists nothing, and one may also read reports. */
const others = ['auth', 'analytics'];

describe.each([
  ['prod', await synthesized('prod'), 'RetainExceptOnCreate'],
  ['dev', await synthesized('dev'), 'Delete'],
])('the bucket of the stage %s', (stage, { template, findings }, deletion) => {
  const resources = template.Resources;
  const [bucketId = ''] = Object.keys(resources).filter((id) => resources[id]?.Type === 'AWS::S3::Bucket');
  const bucket = resources[bucketId];
  const policies = Object.values(resources).filter(({ Type }) => Type === 'AWS::S3::BucketPolicy');

  test('is encrypted, private, and open to TLS only', () => {
    expect(bucket?.Properties).toMatchObject({
      BucketEncryption: expect.any(Object),
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    const [statement] = Object(policies[0]?.Properties).PolicyDocument.Statement;
    const condition = { Bool: { 'aws:SecureTransport': 'false' } };
    expect(statement).toMatchObject({ Effect: 'Deny', Action: 's3:*', Condition: condition });
  });

  test('deletes the parts of unfinished uploads, and files by the settings of the stage', () => {
    const expiring = (ExpirationInDays: number, Prefix: string) => ({
      ExpirationInDays,
      Prefix,
      Status: 'Enabled',
    });
    const versions = {
      NoncurrentVersionExpiration: { NoncurrentDays: 35 },
      ExpiredObjectDeleteMarker: true,
      Status: 'Enabled',
    };
    expect(bucket?.Properties['LifecycleConfiguration']).toEqual({
      Rules: [
        { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' },
        expiring(60, 'lists/'),
        expiring(2, 'releases/'),
        expiring(400, 'reports/'),
        ...[...'0123456789abcdef'].map((digit) => expiring(400, digit)),
        ...(stage === 'prod' ? [versions] : []),
      ],
    });
  });

  test('keeps versions of deleted files only in production', () => {
    const enabled = stage === 'prod' ? { Status: 'Enabled' } : undefined;
    expect(bucket?.Properties['VersioningConfiguration']).toEqual(enabled);
  });

  test('is retained only with a production stage', () => {
    expect(bucket?.DeletionPolicy).toBe(deletion);
  });

  test('lets functions only write and read objects, and delete releases', () => {
    const all = Object.values(resources);
    const told = all.filter(({ Properties }) => JSON.stringify(Properties).includes('"BUCKET_NAME"'));
    // The functions of groups read snapshots of lists.
    const groups = [...new Set(gatewayRoutes.map(({ group }) => group))];
    const named = [
      ...groups,
      ...['deliver-releases', 'transfer-releases', 'import-usage', 'make-reports', 'fold-lists'],
      ...['erase-data', 'operate'],
    ];
    expect(told.map(({ Properties }) => Properties)).toMatchObject(
      named.map((name) => ({
        FunctionName: `music-distribution-${stage}-${name}`,
        Environment: { Variables: { BUCKET_NAME: { Ref: bucketId } } },
      })),
    );
    const granted = all
      .filter(({ Type }) => Type === 'AWS::IAM::Role')
      .flatMap(({ Properties }) => Object(Properties).Policies[0]?.PolicyDocument.Statement ?? [])
      .filter(({ Action }) => [Action].flat().some((action) => action.startsWith('s3:')));
    const arn = { 'Fn::GetAtt': [bucketId, 'Arn'] };
    const objects = (path: string) => ({ 'Fn::Join': ['', [arn, path]] });
    const actions = ['s3:AbortMultipartUpload', 's3:GetObject', 's3:PutObject'];
    const listing = (prefix: string) => ({
      Effect: 'Allow',
      Action: 's3:ListBucket',
      Resource: arn,
      Condition: { StringLike: { 's3:prefix': prefix } },
    });
    const ofLists = { Effect: 'Allow', Action: 's3:GetObject', Resource: objects('/lists/*') };
    const folders = [...'0123456789abcdef'];
    const readers = [...groups.filter((group) => !others.includes(group)), 'operate'];
    expect(granted.filter((each) => isDeepStrictEqual(each, ofLists))).toHaveLength(readers.length);
    expect(granted.filter((each) => !isDeepStrictEqual(each, ofLists))).toEqual([
      { Effect: 'Allow', Action: 's3:GetObject', Resource: ['/lists/*', '/reports/*'].map(objects) },
      { Effect: 'Allow', Action: actions, Resource: objects('/*') },
      listing('*'),
      { Effect: 'Allow', Action: 's3:DeleteObject', Resource: objects('/releases/*') },
      { Effect: 'Allow', Action: 's3:GetObject', Resource: objects('/*') },
      listing('*'),
      { Effect: 'Allow', Action: actions, Resource: objects('/usage/reports/*') },
      listing('usage/reports/*'),
      { Effect: 'Allow', Action: 's3:DeleteObject', Resource: objects('/releases/*') },
      { Effect: 'Allow', Action: actions, Resource: objects('/usage/*') },
      listing('usage/*'),
      { Effect: 'Allow', Action: actions, Resource: objects('/reports/*') },
      listing('reports/*'),
      { Effect: 'Allow', Action: actions, Resource: objects('/lists/*') },
      listing('lists/*'),
      { Effect: 'Allow', Action: actions, Resource: ['/leaving/*', '/lists/*'].map(objects) },
      ...['lists/*', 'leaving/*'].map(listing),
      // What an organization has is deleted with it.
      {
        ...{ Effect: 'Allow', Action: 's3:DeleteObject' },
        Resource: [
          ...folders.map((digit) => `/${digit}*`),
          ...['/leaving/*', '/lists/*', '/releases/*', '/reports/*'],
        ].map(objects),
      },
      ...['releases/*', 'reports/*', ...folders.map((digit) => `${digit}*`)].map(listing),
    ]);
  });

  test('has no unacknowledged finding, including its permissions', () => {
    expect(findings()).toEqual([]);
  });
});
