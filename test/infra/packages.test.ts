import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { emptyApp } from '../../infra/app.ts';
import { bundleFunctions } from '../../infra/bundle/bundle.ts';
import { functionList } from '../../infra/functions/function-list.ts';
import { serviceStack } from '../../infra/stack.ts';
import { type StageConfig, stageConfig } from '../../infra/stages/stage-config.ts';
import { gatewayRoutes } from '../../shared/service/api.ts';
import { findingsIn, production, temporaryFolder } from './synthesis.ts';

// Validation takes a second and is tested in stack.test.ts.
vi.stubEnv('CDK_VALIDATION', 'false');

const resourceSchema = v.looseObject({
  Type: v.string(),
  Properties: v.optional(v.looseObject({})),
  DeletionPolicy: v.optional(v.string()),
});

/** A stage, checked by cdk-nag. */
function synthesized(stage: StageConfig) {
  const outdir = temporaryFolder();
  const app = emptyApp(outdir);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  const list = functionList(gatewayRoutes.map(({ group }) => group));
  bundleFunctions([...list.keys()], outdir);
  serviceStack(app, stage, { list, bundles: outdir, routes: gatewayRoutes });
  const { template } = app.synth().getStackByName(`music-distribution-${stage.name}`);
  const { Resources } = v.parse(v.looseObject({ Resources: v.record(v.string(), resourceSchema) }), template);
  const [bucketId = ''] = Object.keys(Resources).filter((id) => Resources[id]?.Type === 'AWS::S3::Bucket');
  const policies = Object.values(Resources).filter(({ Type }) => Type === 'AWS::S3::BucketPolicy');
  return { outdir, resources: Resources, bucketId, bucket: Resources[bucketId], policies };
}

describe.each([
  ['prod', production, 'RetainExceptOnCreate'],
  ['dev', stageConfig('dev', {}), 'Delete'],
])('the bucket of the stage %s', (_, stage, deletion) => {
  const { outdir, resources, bucketId, bucket, policies } = synthesized(stage);

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

  test('removes the parts of unfinished uploads', () => {
    expect(bucket?.Properties?.['LifecycleConfiguration']).toEqual({
      Rules: [{ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' }],
    });
  });

  test('stays with a production stage, and no other', () => {
    expect(bucket?.DeletionPolicy).toBe(deletion);
  });

  test('is known to the functions that write to it, which may only write and read objects', () => {
    const all = Object.values(resources);
    const told = all.filter(({ Properties }) => JSON.stringify(Properties)?.includes('"BUCKET_NAME"'));
    const named = ['analytics', 'deliver-releases', 'import-usage', 'make-reports', 'operate'];
    expect(told.map(({ Properties }) => Properties)).toMatchObject(
      named.map((name) => ({
        FunctionName: `music-distribution-${stage.name}-${name}`,
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
    expect(granted).toEqual([
      { Effect: 'Allow', Action: 's3:GetObject', Resource: objects('/reports/*') },
      { Effect: 'Allow', Action: actions, Resource: objects('/*') },
      listing('*'),
      { Effect: 'Allow', Action: actions, Resource: objects('/usage/*') },
      listing('usage/*'),
      { Effect: 'Allow', Action: actions, Resource: objects('/reports/*') },
      listing('reports/*'),
    ]);
  });

  test('and its permissions have no unacknowledged finding', () => {
    expect(findingsIn(outdir)).toEqual([]);
  });
});
