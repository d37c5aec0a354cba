/** The key of a production stage: what it encrypts, and who may use it for what. */
import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { emptyApp } from '../../infra/app.ts';
import { keyAccess } from '../../infra/functions/key-access.ts';
import { propertiesOf, propertiesOfThe, synthesized, temporaryFolder } from './synthesis.ts';

const { template } = await synthesized('prod');
const [keyId = ''] = propertiesOf(template, 'AWS::KMS::Key', v.unknown()).keys();
const arn = { 'Fn::GetAtt': [keyId, 'Arn'] };
const anything = v.looseObject({});

describe('the key of production', () => {
  test('is rotated and retained, and has the name of its stage', () => {
    const key = propertiesOfThe(template, 'AWS::KMS::Key', v.looseObject({ EnableKeyRotation: v.boolean() }));
    expect(key.EnableKeyRotation).toBe(true);
    // Also after a first deployment that fails, because the table remains.
    expect(template.Resources[keyId]).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
    });
    expect(propertiesOfThe(template, 'AWS::KMS::Alias', anything)).toEqual({
      AliasName: 'alias/music-distribution-prod',
      TargetKeyId: arn,
    });
  });

  test('encrypts the table, all queues, the bucket and the secret', () => {
    expect(propertiesOfThe(template, 'AWS::DynamoDB::Table', anything)).toMatchObject({
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: arn },
    });
    const queues = [...propertiesOf(template, 'AWS::SQS::Queue', anything).values()];
    expect(queues.length).toBeGreaterThan(10);
    for (const queue of queues) {
      expect(queue).toMatchObject({ KmsMasterKeyId: arn });
      expect(queue).not.toHaveProperty('SqsManagedSseEnabled');
    }
    const encryption = {
      BucketKeyEnabled: true,
      ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: arn },
    };
    expect(propertiesOfThe(template, 'AWS::S3::Bucket', anything)).toMatchObject({
      BucketEncryption: { ServerSideEncryptionConfiguration: [encryption] },
    });
    expect(propertiesOfThe(template, 'AWS::SecretsManager::Secret', anything)).toMatchObject({
      KmsKeyId: arn,
    });
  });

  test('is open to the account, whose roles limit it, and to events that its bus sends to queues', () => {
    const { KeyPolicy } = propertiesOfThe(template, 'AWS::KMS::Key', v.looseObject({ KeyPolicy: anything }));
    expect(KeyPolicy['Statement']).toEqual([
      {
        Effect: 'Allow',
        Principal: { AWS: { 'Fn::Join': ['', expect.arrayContaining([':root'])] } },
        Action: 'kms:*',
        Resource: '*',
      },
      {
        Effect: 'Allow',
        Principal: { Service: 'events.amazonaws.com' },
        Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
        Resource: '*',
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ]);
  });
});

test('queues have the same policies with and without a key', async () => {
  const policiesOf = (some: typeof template) =>
    JSON.stringify([...propertiesOf(some, 'AWS::SQS::QueuePolicy', anything).values()])
      // Names of statements contain that of the stage.
      .replaceAll(/,"Sid":"\w+"/g, '');
  const { template: withoutKey } = await synthesized('dev');
  expect(policiesOf(template)).toBe(policiesOf(withoutKey));
  expect(policiesOf(template)).toContain('aws:SourceArn');
});

test.each(['dev', 'local', 'feature, disposable'] as const)('the stage %s has no key', async (name) => {
  const { template: other } = await synthesized(name);
  expect(JSON.stringify(other)).not.toMatch(/AWS::KMS|"kms:|KmsMasterKeyId|KmsKeyId/);
});

describe('with the key, a function may', () => {
  const stack = new Stack(emptyApp(temporaryFolder()), 'Only', { env: { region: 'eu-west-1' } });
  const key = Key.fromKeyArn(stack, 'Key', 'arn:aws:kms:eu-west-1:123456789012:key/1');
  const keyStatements = (...actions: string[]) =>
    keyAccess(
      key,
      actions.map((action) => new PolicyStatement({ actions: [action], resources: ['x'] })),
    ).map((statement) => {
      const { Action, Condition, Resource } = statement.toStatementJson();
      expect(Resource).toBe(key.keyArn);
      return [Action, Condition.StringEquals['kms:ViaService']];
    });
  const [table, queues, bucket, secret] = ['dynamodb', 'sqs', 's3', 'secretsmanager'].map(
    (service) => `${service}.eu-west-1.amazonaws.com`,
  );

  test.each([
    [['logs:PutLogEvents', 'events:PutEvents', 'sqs:DeleteMessage', 's3:ListBucket'], []],
    [['dynamodb:GetItem', 'dynamodb:PutItem'], [['kms:Decrypt', [table]]]],
    [['sqs:ReceiveMessage', 'sqs:GetQueueAttributes'], [['kms:Decrypt', [queues]]]],
    [
      ['sqs:SendMessage'],
      [
        ['kms:Decrypt', [queues]],
        ['kms:GenerateDataKey', [queues]],
      ],
    ],
    [['s3:GetObject'], [['kms:Decrypt', [bucket]]]],
    [
      ['s3:GetObject', 's3:PutObject', 'secretsmanager:GetSecretValue'],
      [
        ['kms:Decrypt', [bucket, secret]],
        ['kms:GenerateDataKey', [bucket]],
      ],
    ],
    [
      ['secretsmanager:PutSecretValue'],
      [
        ['kms:Decrypt', [secret]],
        ['kms:GenerateDataKey', [secret]],
      ],
    ],
  ])('for %j use %j', (actions, expected) => {
    expect(keyStatements(...actions)).toEqual(expected);
  });
});
