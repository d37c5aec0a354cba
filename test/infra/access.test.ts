/** What the functions may do besides rows of the table (test/infra/row-access.test.ts). */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { functionList } from '../../infra/functions/function-list.ts';
import { stageConfig } from '../../infra/stages/stage-config.ts';
import { ADVICE, allowed, roles, statements, template } from './roles.ts';
import { bundled, functionsOf, propertiesOf } from './synthesis.ts';

const environments = functionsOf(
  template,
  v.looseObject({
    Environment: v.object({ Variables: v.record(v.string(), v.unknown()) }),
  }),
);

const writers = [
  'album-dsps',
  'albums',
  'analytics',
  'analyze-audio',
  'artists',
  'deliver-releases',
  'distribution',
  'erase-data',
  'fold-lists',
  'import-usage',
  'labels',
  'make-reports',
  'match-tracks',
  'operate',
  'review-requests',
  'send-webhooks',
  'tracks',
  'transfer-releases',
  'users',
  'validate-assets',
  'webhooks',
];

/** Functions that receive messages from queues. */
const receivers = [
  'analyze-audio',
  'deliver-releases',
  'erase-data',
  'fold-lists',
  'import-usage',
  'make-reports',
  'match-tracks',
  'operate',
  'review-requests',
  'send-webhooks',
  'transfer-releases',
  'validate-assets',
];

describe('the role of a function', () => {
  test('has no managed policies, and no wildcards except for X-Ray, objects and the roles of stores', () => {
    expect(statements.length).toBeGreaterThan(roles.size);
    for (const { Action, Resource, Effect } of statements) {
      expect(Effect).toBe('Allow');
      expect(Action.join()).not.toContain('*');
      const isOfTracing = Action.every((action) => action.startsWith('xray:'));
      const isOfObjects = Action.every((action) => /^s3:\w*(Object|Upload)$/.test(action));
      const isOfStores = Action.join() === 'sts:AssumeRole';
      expect(JSON.stringify(Resource).includes('*')).toBe(isOfTracing || isOfObjects || isOfStores);
    }
    for (const { ManagedPolicyArns } of roles.values()) expect(ManagedPolicyArns).toEqual([]);
    expect(propertiesOf(template, 'AWS::IAM::Policy', v.unknown()).size).toBe(0);
  });

  test.each([
    ['events:PutEvents', ['operate', 'publish-changes']],
    ['dynamodb:GetRecords', ['operate', 'publish-changes']],
    [
      'sqs:SendMessage',
      [
        'analyze-audio',
        'deliver-releases',
        'erase-data',
        'fold-lists',
        'import-usage',
        'make-reports',
        'match-tracks',
        'operate',
        'publish-changes',
        'review-requests',
        'send-webhooks',
        'sweep',
        'transfer-releases',
        'validate-assets',
      ],
    ],
    ['sqs:ReceiveMessage', receivers],
    ['sqs:ChangeMessageVisibility', ['erase-data', 'operate']],
    ['sqs:GetQueueAttributes', receivers],
    ['dynamodb:GetShardIterator', ['operate', 'publish-changes']],
    ['dynamodb:PutItem', writers],
    ['dynamodb:DeleteItem', writers],
    [
      'dynamodb:BatchWriteItem',
      ['erase-data', 'fold-lists', 'import-usage', 'match-tracks', 'royalties', 'send-webhooks'],
    ],
    [
      's3:PutObject',
      ['deliver-releases', 'erase-data', 'fold-lists', 'import-usage', 'make-reports', 'transfer-releases'],
    ],
    ['s3:DeleteObject', ['deliver-releases', 'erase-data', 'transfer-releases']],
    ['secretsmanager:PutSecretValue', ['operate']],
    ['secretsmanager:UpdateSecretVersionStage', ['operate']],
    ['dynamodb:Scan', ['erase-data', 'operate']],
    ['sts:AssumeRole', ['transfer-releases']],
    ['lambda:InvokeFunction', []],
  ])('allows %s to %s', (action, folders) => {
    expect(allowed(action), ADVICE).toEqual(folders);
  });

  // The commands of operate load the statements with the API, but never read one.
  test('allows writing batches to the functions whose bundles do, except operate', async () => {
    const { folder } = await bundled();
    const isWriting = (name: string) =>
      globSync('**/*.mjs', { cwd: join(folder, name) }).some((file) =>
        /\.(deleteMany|putMany)\(/.test(readFileSync(join(folder, name, file), 'utf8')),
      );
    const writing = [...environments.keys()].filter(isWriting).sort();
    expect(writing.filter((name) => name !== 'operate')).toEqual(allowed('dynamodb:BatchWriteItem'));
  });

  test('allows assuming roles of stores only under the path of the setting', () => {
    const [assuming, ...others] = statements.filter(({ Action }) => Action.includes('sts:AssumeRole'));
    expect(others).toEqual([]);
    const { storeRolePath } = stageConfig('dev', {}).functionSettings;
    expect(JSON.stringify(assuming?.Resource)).toContain(`:iam::*:role${storeRolePath}*`);
  });

  test('allows reading the secret and the table only if the function has their names', () => {
    expect(allowed('secretsmanager:GetSecretValue')).toEqual(told('SECRET_ID'));
    expect(allowed('dynamodb:UpdateItem')).toEqual(told('TABLE_NAME'));
  });

  test('allows listing only objects that the function may read', () => {
    const found = statements.filter(({ Action }) => Action.includes('s3:ListBucket'));
    const prefixes = found.map(({ Condition }) => Condition?.StringLike?.['s3:prefix']);
    const objects = [...functionList(new Set()).values()].flatMap(({ objects }) => objects ?? []);
    const written = objects.filter(({ access }) => ['written', 'listed', 'emptied'].includes(access));
    expect(prefixes.toSorted()).toEqual(written.map(({ prefix }) => `${prefix}*`).toSorted());
  });

  test('allows queries only on indexes that the function uses', () => {
    const asking = (index: string) => allowed('dynamodb:Query', `/index/${index}`);
    expect(asking('by-due-time')).toEqual(['operate', 'sweep']);
    expect(asking('by-owner')).toEqual(expect.arrayContaining(['labels', 'send-webhooks']));
  });
});

function told(variable: string): string[] {
  return [...environments]
    .flatMap(([folder, { Environment }]) => (variable in Environment.Variables ? [folder] : []))
    .sort();
}
