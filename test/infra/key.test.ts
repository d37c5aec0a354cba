/** The key of a production stage: what it encrypts, and who may use it for what. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { propertiesOf, propertiesOfThe, synthesized } from './synthesis.ts';

const { template } = await synthesized('prod');
const [keyId = ''] = propertiesOf(template, 'AWS::KMS::Key', v.unknown()).keys();
const arn = { 'Fn::GetAtt': [keyId, 'Arn'] };
const anything = v.looseObject({});
const statementsOf = v.looseObject({
  Statement: v.array(v.looseObject({ Principal: v.unknown(), Condition: v.optional(v.unknown()) })),
});

/** The services that use the key for the roles that use what they have encrypted. */
const serviceOf: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table': 'dynamodb',
  'AWS::SQS::Queue': 'sqs',
  'AWS::S3::Bucket': 's3',
  'AWS::SecretsManager::Secret': 'secretsmanager',
};

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

  test('is open to account administrators and to events that its bus sends to queues', () => {
    const { KeyPolicy } = propertiesOfThe(template, 'AWS::KMS::Key', v.looseObject({ KeyPolicy: anything }));
    expect(KeyPolicy['Statement']).toEqual([
      {
        Effect: 'Allow',
        Principal: { AWS: { 'Fn::Join': ['', expect.arrayContaining([':root'])] } },
        Action: 'kms:*',
        Resource: '*',
      },
      expect.objectContaining({ Principal: { AWS: '*' } }),
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

/** A deployment changes resources in the order of their dependencies, and others in any order. */
describe('any deployment', () => {
  const stageTags = { service: 'music-distribution', stage: 'prod' };
  const roleSchema = v.looseObject({
    Policies: v.unknown(),
    Tags: v.array(v.object({ Key: v.string(), Value: v.unknown() })),
  });
  const roles = [...propertiesOf(template, 'AWS::IAM::Role', roleSchema).values()];
  const { KeyPolicy } = propertiesOfThe(
    template,
    'AWS::KMS::Key',
    v.looseObject({ KeyPolicy: statementsOf }),
  );
  const statement = KeyPolicy.Statement.find(({ Principal }) => Object(Principal)['AWS'] === '*');
  const asked = Object(statement?.Condition)['StringEquals'] ?? {};
  const tagsAsked = Object.fromEntries(
    Object.entries(asked).flatMap(([name, value]) =>
      name.startsWith('aws:PrincipalTag/') ? [[name.slice('aws:PrincipalTag/'.length), value]] : [],
    ),
  );
  const encrypted = Object.entries(template.Resources).filter(
    ([id, { Type, Properties }]) =>
      ![keyId].includes(id) && Type !== 'AWS::KMS::Alias' && JSON.stringify(Properties).includes(keyId),
  );

  test('encrypts resources only after the key and its policy exist', () => {
    expect(new Set(encrypted.map(([, { Type }]) => Type))).toEqual(new Set(Object.keys(serviceOf)));
    // Not a separate resource, which could come later.
    expect(statement).toMatchObject({ Effect: 'Allow', Action: ['kms:Decrypt', 'kms:GenerateDataKey'] });
  });

  test('admits every service that encrypts with the key, within the account', () => {
    const through = encrypted.map(([, { Type }]) => serviceOf[Type]);
    const admitted = [...new Set(through)].map((service) => ({
      'Fn::Join': ['', [`${service}.`, { Ref: 'AWS::Region' }, '.amazonaws.com']],
    }));
    expect(asked['kms:ViaService']).toEqual(expect.arrayContaining(admitted));
    expect(asked['kms:ViaService']).toHaveLength(admitted.length);
    expect(asked['kms:CallerAccount']).toEqual({ Ref: 'AWS::AccountId' });
  });

  test('admits roles by tags that they have in every version', () => {
    // Those of 0.1.0, which has no key, and to whose roles a deployment can go back.
    expect(tagsAsked).toEqual(stageTags);
    expect(roles.length).toBeGreaterThan(20);
    for (const { Policies, Tags } of roles) {
      expect(JSON.stringify(Policies)).not.toContain('kms:');
      expect(Object.fromEntries(Tags.map(({ Key, Value }) => [Key, Value]))).toMatchObject(stageTags);
    }
  });
});
