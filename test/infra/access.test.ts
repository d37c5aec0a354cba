import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { isLike } from '../support/grants.ts';
import { functionsOf, production, propertiesOf, propertiesOfThe, synthesize } from './synthesis.ts';

// The templates are validated in stack.test.ts, once: the rules take a second to load.
vi.stubEnv('CDK_VALIDATION', 'false');
const { template, bundles } = synthesize(production);

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
      'ForAllValues:StringLike': v.strictObject({ 'dynamodb:LeadingKeys': oneOrMore(v.string()) }),
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

describe('what a role allows', () => {
  test('is written out: no wildcard in an action or a resource but for X-Ray, no policy of AWS', () => {
    expect(statements.length).toBeGreaterThan(roles.size);
    for (const { Action, Resource, Effect } of statements) {
      expect(Effect).toBe('Allow');
      expect(Action.join()).not.toContain('*');
      const isOfTracing = Action.every((action) => action.startsWith('xray:'));
      expect(JSON.stringify(Resource).includes('*')).toBe(isOfTracing);
    }
    for (const { ManagedPolicyArns } of roles.values()) expect(ManagedPolicyArns).toEqual([]);
    expect(propertiesOf(template, 'AWS::IAM::Policy', v.unknown()).size).toBe(0);
  });

  test.each([
    ['events:PutEvents', ['operate', 'publish-changes']],
    ['dynamodb:GetRecords', ['operate', 'publish-changes']],
    ['sqs:SendMessage', ['operate', 'publish-changes', 'send-webhooks', 'sweep']],
    ['sqs:ReceiveMessage', ['operate', 'send-webhooks']],
    ['sqs:ChangeMessageVisibility', ['operate']],
    ['sqs:GetQueueAttributes', ['operate', 'send-webhooks']],
    ['dynamodb:GetShardIterator', ['operate', 'publish-changes']],
    ['dynamodb:PutItem', ['artists', 'labels', 'operate', 'send-webhooks', 'users', 'webhooks']],
    ['dynamodb:DeleteItem', ['artists', 'labels', 'send-webhooks', 'users', 'webhooks']],
    ['secretsmanager:PutSecretValue', ['operate']],
    ['secretsmanager:UpdateSecretVersionStage', ['operate']],
    ['dynamodb:Scan', ['operate']],
    ['lambda:InvokeFunction', []],
  ])('%s: %s', (action, folders) => {
    expect(allowed(action)).toEqual(folders);
  });

  test('reads the secret and the table where the function is told of them, and nowhere else', () => {
    expect(allowed('secretsmanager:GetSecretValue')).toEqual(told('SECRET_ID'));
    expect(allowed('dynamodb:UpdateItem')).toEqual(told('TABLE_NAME'));
  });

  test('asks an index for its entries only where the function works with it', () => {
    const asking = (index: string) => allowed('dynamodb:Query', `/index/${index}`);
    expect(asking('by-due-time')).toEqual(['sweep']);
    expect(asking('by-owner')).toEqual(expect.arrayContaining(['labels', 'send-webhooks']));
  });
});

describe('rows of the table', () => {
  const everyGroup = ['artists', 'auth', 'labels', 'operate', 'reference', 'users', 'webhooks'];

  test.each([
    ['credentials#1', ['operate', 'users']],
    ['users#1', ['operate', 'users']],
    ['access#1', everyGroup],
    ['idempotency#1', ['artists', 'labels', 'operate', 'users', 'webhooks']],
    ['labels#1', ['labels', 'operate']],
    ['unique#users#platform#email#x', ['operate', 'users']],
    ['quota#webhook-endpoints#1', ['operate', 'webhooks']],
    ['sign-ins#address#1', ['auth', 'operate']],
    ['webhook-events#evt_1', ['operate', 'send-webhooks', 'sweep', 'webhooks']],
    ['commands#2026-11', ['operate']],
  ])('of %s are written by %j', (partition, folders) => {
    expect(allowedOn(partition, ['PutItem', 'UpdateItem', 'DeleteItem'])).toEqual(folders);
  });

  test.each([
    ['credentials#1', ['auth', 'operate']],
    ['commands#2026-11', ['operate']],
    ['access#1', ['auth', 'operate']],
  ])('of %s are read by %j', (partition, folders) => {
    expect(allowedOn(partition, ['GetItem', 'BatchGetItem', 'Query'])).toEqual(folders);
  });
});

describe('the secret', () => {
  test('is made up on deploy, 64 characters long', () => {
    const schema = v.looseObject({ SecretString: v.optional(v.never()), GenerateSecretString: v.unknown() });
    expect(propertiesOfThe(template, 'AWS::SecretsManager::Secret', schema).GenerateSecretString).toEqual({
      PasswordLength: 64,
      ExcludePunctuation: true,
    });
  });

  test('is known to functions, and to the rest of the template, by its name alone', () => {
    const [id] = propertiesOf(template, 'AWS::SecretsManager::Secret', v.unknown()).keys();
    for (const { Environment } of environments.values()) {
      expect([undefined, { Ref: id }]).toContainEqual(Environment.Variables['SECRET_ID']);
    }
    expect(JSON.stringify(template)).not.toContain('resolve:secretsmanager');
  });
});

describe.each([...environments.keys()])('the function %s', (folder) => {
  const names = [
    'BASE_URL',
    'TABLE_NAME',
    'SECRET_ID',
    'SETTINGS',
    'BUS_NAME',
    'WEBHOOK_QUEUE_URL',
    'WEBHOOK_DEAD_LETTER_URL',
    'CHANGE_DEAD_LETTER_URL',
  ];
  const code = readFileSync(join(bundles, folder, 'index.mjs'), 'utf8');
  // Shares the code of every group's way in, but refuses before anything asks who the caller is.
  const neverReached = folder === 'unmatched' ? ['SECRET_ID', 'TABLE_NAME'] : [];

  test('is told the name of its stage and just the variables that its code reads', () => {
    const { STAGE, ...given } = environments.get(folder)?.Environment.Variables ?? {};
    expect(STAGE).toBe('prod');
    const read = names.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
    expect(Object.keys(given).sort()).toEqual(read.filter((name) => !neverReached.includes(name)).sort());
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

/** Folders of the functions with a statement in their role that meets the condition. */
function foldersWith(condition: (statement: v.InferOutput<typeof statementSchema>) => boolean): string[] {
  return [...ofFunction]
    .flatMap(([folder, { Role }]) => {
      const policies = roles.get(Role['Fn::GetAtt'][0])?.Policies ?? [];
      return policies.some(({ PolicyDocument }) => PolicyDocument.Statement.some(condition)) ? [folder] : [];
    })
    .sort();
}

/** The action is allowed, on a resource whose ARN ends so. */
const allowed = (action: string, ending = '') =>
  foldersWith(({ Action, Resource }) => Action.includes(action) && JSON.stringify(Resource).includes(ending));

/** One of the actions is allowed on rows with this partition key. */
const allowedOn = (partition: string, actions: readonly string[]) =>
  foldersWith(({ Action, Resource, Condition }) => {
    const isOfTable = !JSON.stringify(Resource).includes('/index/');
    const patterns = Condition?.['ForAllValues:StringLike']['dynamodb:LeadingKeys'];
    return (
      isOfTable &&
      actions.some((action) => Action.includes(`dynamodb:${action}`)) &&
      (patterns?.some((pattern) => isLike(partition, pattern)) ?? true)
    );
  });
