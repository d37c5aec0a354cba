import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { kinds } from '../../functions/sweep/kinds.ts';
import { stageSettings } from '../../infra/stages.ts';
import { EVENT_SOURCE } from '../../shared/events/catalogue.ts';
import { functionFolders, functionsOf, propertiesOf, synthesize } from './synthesis.ts';

// The templates are validated in stack.test.ts, once: the rules take a second to load.
vi.stubEnv('CDK_VALIDATION', 'false');
const { template } = synthesize(stageSettings('dev', {}));

const arnOf = v.pipe(
  v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.picklist(['Arn', 'StreamArn'])]) }),
  v.transform((value) => value['Fn::GetAtt'][0]),
);
const queues = propertiesOf(
  template,
  'AWS::SQS::Queue',
  v.looseObject({
    VisibilityTimeout: v.optional(v.number(), 30),
    SqsManagedSseEnabled: v.boolean(),
    RedrivePolicy: v.optional(v.object({ deadLetterTargetArn: arnOf, maxReceiveCount: v.number() })),
  }),
);
const mappings = propertiesOf(
  template,
  'AWS::Lambda::EventSourceMapping',
  v.looseObject({
    EventSourceArn: arnOf,
    FunctionName: v.object({ Ref: v.string() }),
    FunctionResponseTypes: v.array(v.string()),
    DestinationConfig: v.optional(v.object({ OnFailure: v.object({ Destination: arnOf }) })),
    FilterCriteria: v.optional(v.object({ Filters: v.array(v.object({ Pattern: v.string() })) })),
  }),
);
const rules = propertiesOf(
  template,
  'AWS::Events::Rule',
  v.looseObject({
    EventPattern: v.optional(v.unknown()),
    ScheduleExpression: v.optional(v.string()),
    Targets: v.array(v.looseObject({ Arn: arnOf, DeadLetterConfig: v.optional(v.object({ Arn: arnOf })) })),
  }),
);

const folderOf = (id: string) => functionFolders(template).get(id);
const mappingOf = (folder: string) => {
  const found = [...mappings.values()].filter(({ FunctionName }) => folderOf(FunctionName.Ref) === folder);
  const [only] = found;
  if (!only || found.length > 1) throw new Error(`${found.length} mappings feed ${folder}.`);
  return only;
};

describe('the table stream', () => {
  test('wakes publish-changes for rows that are the cause of events, and for no others', () => {
    const { EventSourceArn, FilterCriteria } = mappingOf('publish-changes');
    expect(template.Resources[EventSourceArn]?.Type).toBe('AWS::DynamoDB::Table');
    expect(FilterCriteria?.Filters.map(({ Pattern }) => JSON.parse(Pattern))).toEqual([
      { dynamodb: { NewImage: { causes: { S: [{ exists: true }] } } } },
    ]);
  });

  test('leaves what it gives up on in a queue', () => {
    expect(queues.has(mappingOf('publish-changes').DestinationConfig?.OnFailure.Destination ?? '')).toBe(
      true,
    );
  });
});

describe('the webhook queue', () => {
  const mapping = mappingOf('send-webhooks');
  const queue = queues.get(mapping.EventSourceArn);

  test('receives the events of this service, and keeps those it could not be given', () => {
    const rule = [...rules.values()].find(({ EventPattern }) => EventPattern);
    expect(rule?.EventPattern).toEqual({ source: [EVENT_SOURCE] });
    expect(rule?.Targets.map(({ Arn }) => Arn)).toEqual([mapping.EventSourceArn]);
    expect(rule?.Targets.map((target) => target.DeadLetterConfig?.Arn)).toEqual([
      queue?.RedrivePolicy?.deadLetterTargetArn,
    ]);
  });

  test('hides a message for at least six times as long as its function may run', () => {
    const timeouts = functionsOf(template, v.looseObject({ Timeout: v.number() }));
    expect(queue?.VisibilityTimeout).toBeGreaterThanOrEqual(
      6 * (timeouts.get('send-webhooks')?.Timeout ?? Infinity),
    );
  });

  test('hands a message out several times before it goes to the dead letters', () => {
    expect(queue?.RedrivePolicy?.maxReceiveCount).toBeGreaterThanOrEqual(3);
    expect(queues.has(queue?.RedrivePolicy?.deadLetterTargetArn ?? '')).toBe(true);
  });
});

test('every mapping lets its function report the failed items of a batch', () => {
  for (const { FunctionResponseTypes } of mappings.values()) {
    expect(FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
  }
});

test('every queue is encrypted and refuses connections without TLS', () => {
  const policies = propertiesOf(
    template,
    'AWS::SQS::QueuePolicy',
    v.looseObject({ Queues: v.array(v.object({ Ref: v.string() })), PolicyDocument: v.unknown() }),
  );
  for (const [id, { SqsManagedSseEnabled }] of queues) {
    expect(SqsManagedSseEnabled).toBe(true);
    const policy = [...policies.values()].find(({ Queues }) => Queues.some(({ Ref }) => Ref === id));
    expect(policy?.PolicyDocument).toMatchObject({
      Statement: expect.arrayContaining([
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      ]),
    });
  }
});

describe('the sweep', () => {
  const schedule = (of: typeof rules) =>
    [...of.values()].find(({ ScheduleExpression }) => ScheduleExpression);

  test('runs every minute and ends before the next one', () => {
    const rule = schedule(rules);
    expect(rule?.ScheduleExpression).toBe('rate(1 minute)');
    expect(rule?.Targets.map(({ Arn }) => folderOf(Arn))).toEqual(['sweep']);
    const timeouts = functionsOf(template, v.looseObject({ Timeout: v.number() }));
    expect(timeouts.get('sweep')?.Timeout).toBeLessThan(60);
  });

  test('knows the queue of every kind of work', () => {
    const environments = functionsOf(
      template,
      v.looseObject({ Environment: v.object({ Variables: v.record(v.string(), v.unknown()) }) }),
    );
    const variables = environments.get('sweep')?.Environment.Variables;
    expect(kinds.filter(({ queueVariable }) => !variables?.[queueVariable])).toEqual([]);
    expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length);
  });

  test('runs as often as the local stage is told', () => {
    const rates = ['2', '120'].map((SWEEP_SECONDS) => {
      const local = synthesize(stageSettings('local', { SWEEP_SECONDS }));
      const schema = v.looseObject({ ScheduleExpression: v.optional(v.string()) });
      return [...propertiesOf(local.template, 'AWS::Events::Rule', schema).values()].flatMap(
        (rule) => rule.ScheduleExpression ?? [],
      );
    });
    expect(rates).toEqual([['rate(2 seconds)'], ['rate(2 minutes)']]);
  });
});
