/** What is left when a stage is deleted, and how it is used again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { propertiesOfThe, synthesized, type Template } from './synthesis.ts';

const stages = {
  dev: await synthesized('dev'),
  prod: await synthesized('prod'),
  local: await synthesized('local'),
  feature: await synthesized('feature, disposable'),
};

test('only production retains its key, table, secret and packages', () => {
  const schema = v.looseObject({
    DeletionProtectionEnabled: v.boolean(),
    PointInTimeRecoverySpecification: v.object({ PointInTimeRecoveryEnabled: v.boolean() }),
  });
  for (const [name, { template, terminationProtection }] of Object.entries(stages)) {
    const isProduction = name === 'prod';
    expect(terminationProtection).toBe(isProduction);
    expect(propertiesOfThe(template, 'AWS::DynamoDB::Table', schema)).toMatchObject({
      DeletionProtectionEnabled: isProduction,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: isProduction },
    });
    const kept = Object.values(template.Resources).filter(
      ({ Type, DeletionPolicy }) => (DeletionPolicy ?? defaultPolicies.get(Type) ?? 'Delete') !== 'Delete',
    );
    // Only what a first deployment leaves behind when it fails is deleted, except the table, which is
    // protected, and its key.
    expect(kept.map(({ Type, DeletionPolicy }) => [Type, DeletionPolicy])).toEqual(
      isProduction
        ? [
            ['AWS::KMS::Key', 'Retain'],
            ['AWS::DynamoDB::Table', 'Retain'],
            ['AWS::SecretsManager::Secret', 'RetainExceptOnCreate'],
            ['AWS::S3::Bucket', 'RetainExceptOnCreate'],
          ]
        : [],
    );
  }
});

/** Types that CloudFormation does not delete by default. */
const defaultPolicies = new Map([
  ['AWS::RDS::DBCluster', 'Snapshot'],
  ['AWS::RDS::DBInstance', 'Snapshot'],
]);

describe('the bucket of a stage', () => {
  const customOf = ({ Resources }: Template) =>
    Object.values(Resources).filter(({ Type }) => /^Custom::|CustomResource/.test(Type));

  test.each(['dev', 'feature'] as const)('is emptied when the stage %s is deleted', (name) => {
    const [bucket, ...others] = customOf(stages[name].template);
    expect(others).toEqual([]);
    expect(bucket?.Type).toBe('Custom::S3AutoDeleteObjects');
  });

  test.each(['prod', 'local'] as const)('is not emptied by the stage %s', (name) => {
    expect(customOf(stages[name].template)).toEqual([]);
    const { Resources } = stages[name].template;
    const deleting = Object.values(Resources).filter((each) =>
      JSON.stringify(each).includes('s3:DeleteObject'),
    );
    // Releases that all stores have, and what an organization that was erased had.
    const expected = deleting.filter(({ Properties }) =>
      /\/(releases|lists)\/\*/.test(JSON.stringify(Properties)),
    );
    expect(deleting.length).toBeGreaterThan(0);
    expect(expected).toEqual(deleting);
  });

  test('has a function whose log is deleted with the stage', () => {
    const { Resources } = stages.feature.template;
    const [handler] = Object.values(Resources).filter(
      ({ Type, Properties }) => Type === 'AWS::Lambda::Function' && Properties['FunctionName'] === undefined,
    );
    const { LogGroup } = Object(handler?.Properties['LoggingConfig']);
    expect(Resources[LogGroup.Ref]).toMatchObject({ Type: 'AWS::Logs::LogGroup', DeletionPolicy: 'Delete' });
    const role = Object(handler?.Properties['Role'])['Fn::GetAtt'][0];
    expect(Resources[role]?.Properties['ManagedPolicyArns']).toEqual([]);
    expect(JSON.stringify(Resources[role])).not.toContain('logs:CreateLogGroup');
  });
});

test('the guide explains every output of a stage', async () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/deploying.md'), 'utf8');
  const [, table = ''] = /\| Output +\|.*?\n(.*?)\n\n/s.exec(guide) ?? [];
  const cells = Array.from(table.matchAll(/^\| (`[^|]*`) +\|/gm), ([, cell = '']) => cell);
  const named = cells.flatMap((cell) => Array.from(cell.matchAll(/`(\w+)`/g), ([, name = '']) => name));
  const withDomain = await synthesized('dev with a domain');
  const outputs = [stages.prod.template, withDomain.template].flatMap(({ Outputs }) => Object.keys(Outputs));
  // The app adds the commit.
  expect(named.toSorted()).toEqual([...new Set([...outputs, 'Commit'])].toSorted());
});

test('the guide names the ids of the resources that production retains', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/deploying.md'), 'utf8');
  const [, mapping = ''] = /--resource-mapping-inline \\\s+'(.*)'/.exec(guide) ?? [];
  const { Resources, Outputs } = stages.prod.template;
  const kept = Object.entries(Resources).flatMap(([id, { DeletionPolicy }]) =>
    DeletionPolicy?.startsWith('Retain') ? [id] : [],
  );
  expect(Object.keys(JSON.parse(mapping))).toEqual(kept);
  const outputs = ['KeyId', 'TableName', 'SecretArn', 'PackageBucketName'].map(
    (name) => Outputs[name]?.Value,
  );
  expect(kept.map((id) => ({ Ref: id }))).toEqual(outputs);
});

test('the guide restores a table with the ids, functions and properties of a stage', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/backups.md'), 'utf8');
  const { Resources } = stages.dev.template;
  const [, mapping = ''] = /--resource-mapping-inline '(.*)'/.exec(guide) ?? [];
  const [id = '', ...others] = Object.keys(JSON.parse(mapping));
  expect({ type: Resources[id]?.Type, others }).toEqual({ type: 'AWS::DynamoDB::Table', others: [] });
  const { StreamSpecification: stream, TimeToLiveSpecification: expiry } = Object(Resources[id]?.Properties);
  expect(guide).toContain(`StreamEnabled=true,StreamViewType=${stream.StreamViewType}`);
  expect(guide).toContain(`Enabled=true,AttributeName=${expiry.AttributeName}`);
  const [, held = ''] = /reservedConcurrency: \{ (.*) \}/.exec(guide) ?? [];
  const names = held.split(', ').map((each) => /^'?([\w-]+)'?: 0$/.exec(each)?.[1]);
  const functions = Object.values(Resources).map(({ Properties }) => Properties['FunctionName']);
  expect(names).toHaveLength(3);
  for (const name of names) expect(functions).toContain(`music-distribution-dev-${name}`);
});
