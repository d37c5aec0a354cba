import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { arnOf, clientOptions, queue, type Resource, startStage } from './hand-made.ts';
import { receiveAll } from './receive-all.ts';

const rule = (properties: Record<string, unknown>): Resource => ({
  Type: 'AWS::Events::Rule',
  Properties: { EventBusName: { Ref: 'Bus' }, State: 'ENABLED', ...properties },
});

const stage = await startStage({
  resources: {
    Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'events' } },
    Labels: queue('labels'),
    All: queue('all'),
    Small: queue('small', { MaximumMessageSize: 1024 }),
    Dead: queue('dead'),
    LabelRule: rule({
      EventPattern: { source: ['music'], 'detail-type': [{ prefix: 'label.' }] },
      Targets: [{ Id: 'queue', Arn: arnOf('Labels') }],
    }),
    EveryRule: rule({
      EventPattern: { source: [{ exists: true }] },
      Targets: [{ Id: 'queue', Arn: arnOf('All') }],
    }),
    SmallRule: rule({
      EventPattern: { source: ['music'] },
      Targets: [{ Id: 'queue', Arn: arnOf('Small'), DeadLetterConfig: { Arn: arnOf('Dead') } }],
    }),
    Asleep: rule({
      State: 'DISABLED',
      EventPattern: { source: ['music'] },
      Targets: [{ Id: 'queue', Arn: arnOf('Labels') }],
    }),
  },
});
const client = new EventBridgeClient(clientOptions(stage));
afterAll(() => client.destroy());

const entry = (more: Partial<PutEventsRequestEntry> = {}): PutEventsRequestEntry => ({
  EventBusName: 'events',
  Source: 'music',
  DetailType: 'label.created',
  Detail: '{"id":1}',
  ...more,
});
const put = (...Entries: PutEventsRequestEntry[]) => client.send(new PutEventsCommand({ Entries }));
const received = async (name: string) =>
  (await receiveAll(stage, name)).map(({ Body = '' }) => JSON.parse(Body));

beforeEach(async () => {
  for (const name of ['labels', 'all', 'small', 'dead']) await receiveAll(stage, name);
});

describe('an event', () => {
  test('goes to the targets of the rules it matches, in its envelope', async () => {
    const { Entries } = await put(entry({ Resources: ['r'] }), entry({ DetailType: 'album.created' }));
    const [labelEvent, ...others] = await received('labels');
    expect(others).toEqual([]);
    expect(labelEvent).toMatchObject({
      version: '0',
      id: Entries?.[0]?.EventId,
      source: 'music',
      'detail-type': 'label.created',
      resources: ['r'],
      detail: { id: 1 },
    });
    expect(labelEvent.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(await received('all')).toHaveLength(2);
  });

  test('too large for its target goes to the dead letters of the rule', async () => {
    await put(entry({ Detail: JSON.stringify({ text: 'x'.repeat(1024) }) }));
    expect(await received('small')).toEqual([]);
    const [letter] = await receiveAll(stage, 'dead');
    expect(letter?.MessageAttributes).toMatchObject({
      TARGET_ARN: { StringValue: 'arn:aws:sqs:us-east-1:000000000000:small' },
      ERROR_CODE: { StringValue: 'INVALID_PARAMETER' },
    });
  });

  test('of another bus matches no rule of this one', async () => {
    await put(entry({ EventBusName: 'default' }));
    expect(await received('all')).toEqual([]);
  });

  test('is in the queue, and safe there, before the answer', async () => {
    const { FailedEntryCount } = await put(entry());
    expect(FailedEntryCount).toBe(0);
    expect(await received('labels')).toHaveLength(1);
  });
});

describe('an entry fails by itself', () => {
  test.each<[string, Partial<PutEventsRequestEntry>, string]>([
    ['without a source', { Source: undefined }, 'InvalidArgument'],
    ['without a type', { DetailType: '' }, 'InvalidArgument'],
    ['with a detail that is not JSON', { Detail: '{' }, 'MalformedDetail'],
    ['with a detail that is no object', { Detail: '[1]' }, 'MalformedDetail'],
  ])('%s', async (_, fault, code) => {
    const { Entries, FailedEntryCount } = await put(entry(fault), entry());
    expect(FailedEntryCount).toBe(1);
    expect(Entries).toMatchObject([{ ErrorCode: code }, { EventId: expect.any(String) }]);
    expect(await received('all')).toHaveLength(1);
  });
});

describe('all entries are refused', () => {
  test.each<[string, PutEventsRequestEntry[], string]>([
    ['when there are eleven', Array.from({ length: 11 }, () => entry()), 'ValidationException'],
    ['when there are none', [], 'ValidationException'],
    [
      'when they are over 1 MB',
      [entry({ Detail: `{"x":"${'x'.repeat(1_048_576)}"}` })],
      'ValidationException',
    ],
    ['for a bus nobody knows', [entry({ EventBusName: 'other' })], 'ResourceNotFoundException'],
  ])('%s', async (_, entries, name) => {
    await expect(put(...entries)).rejects.toMatchObject({ name });
  });
});
