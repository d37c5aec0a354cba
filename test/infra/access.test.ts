import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { functionList } from '../../infra/functions/function-list.ts';
import { stageConfig } from '../../infra/stages/stage-config.ts';
import { isLike } from '../support/grants.ts';
import { functionsOf, propertiesOf, synthesized } from './synthesis.ts';

const { template } = await synthesized('prod');

const oneOrMore = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(
    v.union([v.array(schema), schema]),
    v.transform((value) => [value].flat()),
  );
const statementSchema = v.looseObject({
  Effect: v.picklist(['Allow', 'Deny']),
  Action: oneOrMore(v.string()),
  Resource: v.optional(v.unknown()),
  Condition: v.optional(
    v.strictObject({
      'ForAllValues:StringLike': v.optional(
        v.strictObject({ 'dynamodb:LeadingKeys': oneOrMore(v.string()) }),
      ),
      StringLike: v.optional(v.strictObject({ 's3:prefix': v.string() })),
    }),
  ),
});
const documentSchema = v.looseObject({ Statement: v.array(statementSchema) });

const roles = propertiesOf(
  template,
  'AWS::IAM::Role',
  v.looseObject({
    AssumeRolePolicyDocument: documentSchema,
    ManagedPolicyArns: v.optional(v.array(v.unknown()), []),
    Policies: v.array(v.looseObject({ PolicyDocument: documentSchema })),
  }),
);
const statements = [...roles.values()].flatMap(({ Policies }) =>
  Policies.flatMap((each) => each.PolicyDocument.Statement),
);

const environments = functionsOf(
  template,
  v.looseObject({ Environment: v.object({ Variables: v.record(v.string(), v.unknown()) }) }),
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

const ADVICE =
  'These functions have the right now. Add a new function to the list; no other should have gained or lost it';

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
    ['sqs:ChangeMessageVisibility', ['operate']],
    ['sqs:GetQueueAttributes', receivers],
    ['dynamodb:GetShardIterator', ['operate', 'publish-changes']],
    ['dynamodb:PutItem', writers],
    ['dynamodb:DeleteItem', writers],
    ['dynamodb:BatchWriteItem', ['fold-lists', 'import-usage', 'match-tracks', 'royalties', 'send-webhooks']],
    [
      's3:PutObject',
      ['deliver-releases', 'erase-data', 'fold-lists', 'import-usage', 'make-reports', 'transfer-releases'],
    ],
    ['s3:DeleteObject', ['deliver-releases', 'erase-data', 'transfer-releases']],
    ['secretsmanager:PutSecretValue', ['operate']],
    ['secretsmanager:UpdateSecretVersionStage', ['operate']],
    ['dynamodb:Scan', ['operate']],
    ['sts:AssumeRole', ['transfer-releases']],
    ['lambda:InvokeFunction', []],
  ])('allows %s to %s', (action, folders) => {
    expect(allowed(action), ADVICE).toEqual(folders);
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
    const written = objects.filter(({ access }) => ['written', 'listed'].includes(access));
    expect(prefixes.toSorted()).toEqual(written.map(({ prefix }) => `${prefix}*`).toSorted());
  });

  test('allows queries only on indexes that the function uses', () => {
    const asking = (index: string) => allowed('dynamodb:Query', `/index/${index}`);
    expect(asking('by-due-time')).toEqual(['operate', 'sweep']);
    expect(asking('by-owner')).toEqual(expect.arrayContaining(['labels', 'send-webhooks']));
  });
});

describe('the policies for rows', () => {
  const everyGroup = [
    'album-dsps',
    'albums',
    'analytics',
    'artists',
    'auth',
    'distribution',
    'labels',
    'operate',
    'reference',
    'royalties',
    'track-matches',
    'tracks',
    'users',
    'webhooks',
  ];

  test.each([
    ['credentials#1', ['auth', 'operate', 'users']],
    ['users#1', ['operate', 'users']],
    ['access#1', everyGroup],
    [
      'idempotency#1',
      [
        'album-dsps',
        'albums',
        'analytics',
        'artists',
        'distribution',
        'erase-data',
        'labels',
        'operate',
        'tracks',
        'users',
        'webhooks',
      ],
    ],
    // With tracks: their places, which are deleted with them, and the albums that count them. Albums write
    // neither.
    [
      'tracks#1',
      [
        'analyze-audio',
        'deliver-releases',
        'fold-lists',
        'match-tracks',
        'operate',
        'review-requests',
        'tracks',
        'validate-assets',
      ],
    ],
    ['album-tracks#1', ['analyze-audio', 'operate', 'tracks', 'validate-assets']],
    [
      'albums#1',
      [
        'album-dsps',
        'albums',
        'analyze-audio',
        'deliver-releases',
        'distribution',
        'fold-lists',
        'operate',
        'review-requests',
        'sweep',
        'tracks',
        'transfer-releases',
        'validate-assets',
      ],
    ],
    ['labels#1', ['albums', 'labels', 'operate']],
    ['track-assets#1', ['fold-lists', 'operate', 'sweep', 'tracks', 'validate-assets']],
    ['unique#users#platform#email#x', ['operate', 'users']],
    ['unique#albums#platform#gtin#x', ['albums', 'operate', 'review-requests']],
    ['codes#isrc#QZXYZ#2026', ['operate', 'review-requests']],
    ['given-code#isrc#QZXYZ2600001', ['albums', 'operate', 'tracks']],
    ['quota#webhook-endpoints#1', ['operate', 'webhooks']],
    ['sign-ins#address#1', ['auth', 'operate']],
    ['webhook-events#evt_1', ['operate', 'send-webhooks', 'sweep', 'webhooks']],
    ['credit-list#1', ['artists', 'operate', 'tracks']],
    ['credit-block#1', ['operate', 'tracks']],
    ['match-list#1', ['analyze-audio', 'match-tracks', 'operate', 'tracks']],
    ['match-block#1', ['analyze-audio', 'match-tracks', 'operate', 'tracks']],
    ['imported-match#a#1', ['operate', 'tracks']],
    ['released-album#1', ['match-tracks', 'operate']],
    ['released-by-isrc#1', ['match-tracks', 'operate']],
    ['sound#12345', ['match-tracks', 'operate']],
    ['sound-index', ['match-tracks', 'operate']],
    [
      'track-sound#1',
      ['analyze-audio', 'deliver-releases', 'match-tracks', 'operate', 'review-requests', 'sweep'],
    ],
    ['heard-file#1#x', ['analyze-audio', 'match-tracks', 'operate']],
    [
      'matching#request#1',
      [
        'albums',
        'analyze-audio',
        'deliver-releases',
        'distribution',
        'match-tracks',
        'operate',
        'review-requests',
        'sweep',
        'tracks',
        'transfer-releases',
      ],
    ],
    [
      'deliveries#1',
      [
        'albums',
        'deliver-releases',
        'distribution',
        'fold-lists',
        'operate',
        'review-requests',
        'sweep',
        'transfer-releases',
      ],
    ],
    ['stores#1', ['operate', 'sweep', 'transfer-releases']],
    ['store-place#sftp.store.example#22', ['operate']],
    ['royalty-payments#1', ['operate']],
    ['royalty-totals#1', ['operate']],
    ['analytics-reports#1', ['analytics', 'make-reports', 'operate', 'sweep']],
    ['usage-imports#1', ['import-usage', 'operate', 'sweep', 'transfer-releases']],
    ['usage-import-list', ['operate', 'transfer-releases']],
    ['usage-revenue#1', ['import-usage', 'operate']],
    ['usage-revenue#1#imports', ['import-usage', 'operate']],
    ['usage-earnings#1#track', ['import-usage', 'operate']],
    ['royalty-months#1#track#2026-01', ['operate', 'royalties']],
    ['unreadable-list#labels#1', everyGroup.filter((name) => name !== 'auth')],
    ['commands#2026-11', ['erase-data', 'operate']],
    ['erasures#users#1', ['erase-data', 'operate', 'sweep']],
    ['journal#users#1', ['erase-data', 'fold-lists', 'operate', 'sweep', 'users']],
    ['last-sweep', ['operate', 'sweep']],
  ])('grant write access to %s to %j', (partition, folders) => {
    expect(allowedOn(partition, ['PutItem', 'UpdateItem', 'DeleteItem']), ADVICE).toEqual(folders);
  });

  test.each([
    ['credentials#1', ['auth', 'operate']],
    ['commands#2026-11', ['erase-data', 'operate']],
    ['erasures#users#1', ['erase-data', 'operate', 'sweep']],
    ['access#1', ['auth', 'operate', 'send-webhooks', 'webhooks']],
    ['usage-revenue#1', ['import-usage', 'operate', 'royalties']],
    ['usage-revenue#1#imports', ['import-usage', 'operate', 'royalties']],
    ['usage-lines#1#3#2026-01-31', ['import-usage', 'make-reports', 'operate', 'royalties']],
    ['usage-earnings#1#track', ['operate', 'royalties']],
    ['royalty-months#1#track', ['operate', 'royalties']],
  ])('grant read access to %s to %j', (partition, folders) => {
    expect(allowedOn(partition, ['GetItem', 'BatchGetItem', 'Query']), ADVICE).toEqual(folders);
  });
});

function told(variable: string): string[] {
  return [...environments]
    .flatMap(([folder, { Environment }]) => (variable in Environment.Variables ? [folder] : []))
    .sort();
}

const ofFunction = functionsOf(
  template,
  v.looseObject({ Role: v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.string()]) }) }),
);

/** @returns the folders of the functions whose role has a matching statement. */
function foldersWith(condition: (statement: v.InferOutput<typeof statementSchema>) => boolean): string[] {
  return [...ofFunction]
    .flatMap(([folder, { Role }]) => {
      const policies = roles.get(Role['Fn::GetAtt'][0])?.Policies ?? [];
      return policies.some(({ PolicyDocument }) => PolicyDocument.Statement.some(condition)) ? [folder] : [];
    })
    .sort();
}

/** Matches statements that allow the action on a resource whose ARN has this end. */
const allowed = (action: string, ending = '') =>
  foldersWith(({ Action, Resource }) => Action.includes(action) && JSON.stringify(Resource).includes(ending));

/** Matches statements that allow one of the actions on rows with this partition key. */
const allowedOn = (partition: string, actions: readonly string[]) =>
  foldersWith(({ Action, Resource, Condition }) => {
    const isOfTable = !JSON.stringify(Resource).includes('/index/');
    const patterns = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'];
    return (
      isOfTable &&
      actions.some((action) => Action.includes(`dynamodb:${action}`)) &&
      (patterns?.some((pattern) => isLike(partition, pattern)) ?? true)
    );
  });
