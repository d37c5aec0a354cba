import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ownedQueueOf, workQueues } from '../../infra/queues/work-queues.ts';
import { EVENT_SOURCE } from '../../shared/kit/events/event-source.ts';
import { queueVariable } from '../../shared/kit/work/work-queue.ts';
import { kindsOfWork as kinds } from '../../shared/service/kinds-of-work.ts';
import { functionFolders, functionsOf, propertiesOf, propertiesOfThe, synthesized } from './synthesis.ts';

const { template } = await synthesized('dev');

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
    ScalingConfig: v.optional(v.object({ MaximumConcurrency: v.number() })),
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
  test('invokes publish-changes only for rows that cause events', () => {
    const { EventSourceArn, FilterCriteria } = mappingOf('publish-changes');
    expect(template.Resources[EventSourceArn]?.Type).toBe('AWS::DynamoDB::Table');
    expect(FilterCriteria?.Filters.map(({ Pattern }) => JSON.parse(Pattern))).toEqual([
      { dynamodb: { NewImage: { causes: { S: [{ exists: true }] } } } },
    ]);
  });

  test('retries a failed batch from the failed change, in halves, at most 30 times', () => {
    expect(mappingOf('publish-changes')).toMatchObject({
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRetryAttempts: 30,
    });
  });

  test('sends failed batches to a queue', () => {
    expect(queues.has(mappingOf('publish-changes').DestinationConfig?.OnFailure.Destination ?? '')).toBe(
      true,
    );
  });
});

test('the webhook queue gets the events, and its dead-letter queue undeliverable ones', () => {
  const mapping = mappingOf('send-webhooks');
  const rule = [...rules.values()].find(({ EventPattern }) => EventPattern);
  expect(rule?.EventPattern).toEqual({ source: [EVENT_SOURCE] });
  expect(rule?.Targets.map(({ Arn }) => Arn)).toEqual([mapping.EventSourceArn]);
  expect(rule?.Targets.map((target) => target['SqsParameters'])).toEqual([
    { MessageGroupId: '$.detail.ownerId' },
  ]);
  expect(rule?.Targets.map((target) => target.DeadLetterConfig?.Arn)).toEqual([
    queues.get(mapping.EventSourceArn)?.RedrivePolicy?.deadLetterTargetArn,
  ]);
});

describe.each(workQueues)('the $name queue', ({ consumer, batchSize = 1 }) => {
  const queue = queues.get(mappingOf(consumer).EventSourceArn);

  test('invokes its function once per message, unless it declares a batch', () => {
    expect(mappingOf(consumer)).toMatchObject({ BatchSize: batchSize });
  });

  test('limits each owner to a quarter of its concurrency, or one slot', () => {
    const schema = v.looseObject({ Environment: v.object({ Variables: v.record(v.string(), v.unknown()) }) });
    const { SLOTS_PER_OWNER: slots } =
      functionsOf(template, schema).get(consumer)?.Environment.Variables ?? {};
    const { MaximumConcurrency = 0 } = mappingOf(consumer).ScalingConfig ?? {};
    const most = Math.max(1, Math.floor(MaximumConcurrency / 4));
    expect(slots).toBe(ownedQueueOf(consumer) ? String(most) : undefined);
  });

  test('redelivers after six function timeouts, at most 1,000 seconds', () => {
    const timeout = functionsOf(template, v.looseObject({ Timeout: v.number() })).get(consumer)?.Timeout ?? 0;
    expect(queue?.VisibilityTimeout).toBe(Math.min(6 * timeout, 1000));
    expect(queue?.VisibilityTimeout).toBeGreaterThan(timeout);
  });

  test('moves a message to the dead-letter queue after several receives', () => {
    expect(queue?.RedrivePolicy?.maxReceiveCount).toBeGreaterThanOrEqual(3);
    expect(queues.has(queue?.RedrivePolicy?.deadLetterTargetArn ?? '')).toBe(true);
  });
});

test('the webhook queue keeps new events for an hour while the sender is throttled', () => {
  const { VisibilityTimeout = 0, RedrivePolicy } =
    queues.get(mappingOf('send-webhooks').EventSourceArn) ?? {};
  expect(VisibilityTimeout * (RedrivePolicy?.maxReceiveCount ?? 0)).toBeGreaterThan(3600);
});

test('queues, mappings and the bus keep their logical ids across deployments', () => {
  const kept = ['AWS::SQS::Queue', 'AWS::Lambda::EventSourceMapping', 'AWS::Events::EventBus'];
  const ids = Object.entries(template.Resources).flatMap(([id, { Type }]) =>
    kept.includes(Type) ? [id] : [],
  );
  expect(ids.sort()).toEqual([
    'AssetsToValidateB6F4300B',
    'AudioDeadLetters5D4CB7DE',
    'AudioQueue9AD29E0E',
    'AudioToAnalyze4851E37B',
    'BusEA82B648',
    'ChangeDeadLetters4CE588C4',
    'ChangesToPublishC393143F',
    'DataToErase20D49DED',
    'ErasureDeadLetters26F8035D',
    'ErasureQueue3725DE58',
    'FoldDeadLetters6256A6FA',
    'FoldQueueA83543FC',
    'ListsToFold1AE14420',
    'MatchingDeadLetters0A750A6E',
    'MatchingQueueF445AAA7',
    'ReleasesToDeliverB054605E',
    'ReleasesToTransferCD4DF3B1',
    'ReportDeadLettersD1941892',
    'ReportQueueEBFFFAE8',
    'ReportsToMake569ED0B6',
    'RequestsToReviewFD70DEB7',
    'ReviewDeadLetters832C9A1C',
    'ReviewQueueD8FD0AEF',
    'StoreDeadLetters9FAF60F8',
    'StoreQueueE7EBF030',
    'TracksToMatch1ED4B294',
    'TransferDeadLetters786012ED',
    'TransferQueueCD274DF1',
    'UsageDeadLettersE9B1E815',
    'UsageQueueBC42F962',
    'UsageToImport8D4D0D1E',
    'ValidationDeadLettersCA5C8D5C',
    'ValidationQueueC0D2E2C0',
    'WebhookDeadLettersCE7A6689',
    'WebhookQueueA9D318EA',
    'WebhooksToSendCB4710AE',
  ]);
});

test('every mapping uses partial batch responses', () => {
  for (const { FunctionResponseTypes } of mappings.values()) {
    expect(FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
  }
});

test('every queue is encrypted and requires TLS', () => {
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

  test('is not retried, because the next run catches up', () => {
    const once = { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 };
    expect(schedule(rules)?.Targets).toEqual([expect.objectContaining({ RetryPolicy: once })]);
    const schema = v.looseObject({ FunctionName: v.object({ Ref: v.string() }) });
    const { FunctionName, ...limits } = propertiesOfThe(template, 'AWS::Lambda::EventInvokeConfig', schema);
    expect(limits).toEqual({ ...once, Qualifier: '$LATEST' });
    expect(folderOf(FunctionName.Ref)).toBe('sweep');
  });

  test('runs every minute and ends before the next one', () => {
    const rule = schedule(rules);
    expect(rule?.ScheduleExpression).toBe('rate(1 minute)');
    expect(rule?.Targets.map(({ Arn }) => folderOf(Arn))).toEqual(['sweep']);
    const timeouts = functionsOf(template, v.looseObject({ Timeout: v.number() }));
    expect(timeouts.get('sweep')?.Timeout).toBeLessThan(60);
  });

  test('has the queue URL of every kind of work', () => {
    const environments = functionsOf(
      template,
      v.looseObject({ Environment: v.object({ Variables: v.record(v.string(), v.unknown()) }) }),
    );
    const variables = environments.get('sweep')?.Environment.Variables;
    expect(kinds.filter(({ queue }) => !variables?.[queueVariable(queue)])).toEqual([]);
    expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length);
  });

  test('runs as often as SWEEP_SECONDS says on the local stage', async () => {
    const everyStage = [await synthesized('local'), await synthesized('local with slow sweeps')];
    const rates = everyStage.map((local) => {
      const schema = v.looseObject({ ScheduleExpression: v.optional(v.string()) });
      return [...propertiesOf(local.template, 'AWS::Events::Rule', schema).values()].flatMap(
        (rule) => rule.ScheduleExpression ?? [],
      );
    });
    expect(rates).toEqual([['rate(2 seconds)'], ['rate(2 minutes)']]);
  });
});
