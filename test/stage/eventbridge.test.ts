import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { arnOf, clientOptions, queue, type Resource, startStage } from '../support/hand-made.ts';
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
      EventPattern: { source: ['music'], 'detail-type': ['label.created'] },
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
    GroupRule: rule({
      EventPattern: { source: ['grouped'] },
      Targets: [
        { Id: 'queue', Arn: arnOf('Labels'), SqsParameters: { MessageGroupId: '$.detail.owner.id' } },
      ],
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
  test('goes to the targets of matching rules in an envelope', async () => {
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

  test('gets its message group from the path of its target', async () => {
    await put(entry({ Source: 'grouped', Detail: '{"owner":{"id":"17"}}', DetailType: 'album.created' }));
    const [message] = await receiveAll(stage, 'labels');
    expect(message?.Attributes).toMatchObject({ MessageGroupId: '17' });
  });

  test("goes to the target's dead-letter queue if it is too large", async () => {
    await put(entry({ Detail: JSON.stringify({ text: 'x'.repeat(1024) }) }));
    expect(await received('small')).toEqual([]);
    const [letter] = await receiveAll(stage, 'dead');
    expect(letter?.MessageAttributes).toMatchObject({
      TARGET_ARN: { StringValue: 'arn:aws:sqs:us-east-1:000000000000:small' },
      ERROR_CODE: { StringValue: 'INVALID_PARAMETER' },
    });
  });

  test('matches no rule of another bus', async () => {
    await put(entry({ EventBusName: 'default' }));
    expect(await received('all')).toEqual([]);
  });

  test('is in the queue before PutEvents responds', async () => {
    const { FailedEntryCount } = await put(entry());
    expect(FailedEntryCount).toBe(0);
    expect(await received('labels')).toHaveLength(1);
  });
});

describe('an invalid entry', () => {
  test.each<[string, Partial<PutEventsRequestEntry>, string]>([
    ['without a source', { Source: undefined }, 'InvalidArgument'],
    ['without a type', { DetailType: '' }, 'InvalidArgument'],
    ['with a detail that is not JSON', { Detail: '{' }, 'MalformedDetail'],
    ['with a detail that is not an object', { Detail: '[1]' }, 'MalformedDetail'],
  ])('fails alone: %s', async (_, fault, code) => {
    const { Entries, FailedEntryCount } = await put(entry(fault), entry());
    expect(FailedEntryCount).toBe(1);
    expect(Entries).toMatchObject([{ ErrorCode: code }, { EventId: expect.any(String) }]);
    expect(await received('all')).toHaveLength(1);
  });
});

describe('a call of PutEvents', () => {
  test.each<[string, PutEventsRequestEntry[], string]>([
    ['if there are eleven', Array.from({ length: 11 }, () => entry()), 'ValidationException'],
    ['if there are none', [], 'ValidationException'],
    ['if they are over 1 MB', [entry({ Detail: `{"x":"${'x'.repeat(1_048_576)}"}` })], 'ValidationException'],
    ['if one is for an unknown bus', [entry({ EventBusName: 'other' })], 'ResourceNotFoundException'],
  ])('fails for all entries: %s', async (_, entries, name) => {
    await expect(put(...entries)).rejects.toMatchObject({ name });
  });
});
