/** From the stream to the bus and the queues of work: nothing is lost when one of them fails. */
import { EventBridgeClient, PutEventsCommand, type PutEventsCommandInput } from '@aws-sdk/client-eventbridge';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/publish-changes/handler.ts';
import { validationWork } from '../../shared/catalogue/masters/validation-work.ts';
import { newRow } from '../../shared/kit/records/rows.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import { api } from '../../shared/service/api.ts';
import { kindsOfWork as kinds, startedKinds } from '../../shared/service/kinds-of-work.ts';
import { webhookEvents } from '../../shared/webhooks/api/webhook-events.ts';
import { eventRecord } from '../../shared/webhooks/deliveries/event-record.ts';
import { eventWork } from '../../shared/webhooks/deliveries/event-round.ts';
import { newDelivery } from '../../shared/webhooks/deliveries/progress.ts';
import { change } from './masters.ts';
import { inserted } from './pipeline.ts';

const bus = mockClient(EventBridgeClient);
const queue = mockClient(SQSClient);
const accepted = { EventId: 'x' };
const noNetwork = new Error('No network');
const accepting = ({ Entries = [] }: PutEventsCommandInput) => ({ Entries: Entries.map(() => accepted) });

beforeEach(() => {
  bus.on(PutEventsCommand).callsFake(accepting);
  queue.on(SendMessageBatchCommand).resolves({ Failed: [] });
  vi.stubEnv('BUS_NAME', 'bus');
  vi.stubEnv('VALIDATION_QUEUE_URL', 'https://queue.example/validations');
  vi.stubEnv('AWS_REGION', 'local');
});

afterEach(() => {
  bus.reset();
  queue.reset();
});

afterAll(() => {
  bus.restore();
  queue.restore();
});

const putOnBus = () => bus.commandCalls(PutEventsCommand).map(({ args: [{ input }] }) => input);
const sentToQueues = () => queue.commandCalls(SendMessageBatchCommand).map(({ args: [{ input }] }) => input);

const idOf = (place: number) => `evt_00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;

/** The stream record of a new test event. @param place its position in the stream. */
function requested(
  place: number,
  type: 'webhook.test' | 'album.status_changed' = 'webhook.test',
  message = 'Hello',
) {
  const createdAt = '2026-11-20T12:00:00.000Z';
  const event = {
    id: idOf(place),
    type,
    createdAt,
    ownerId: '5',
    data: { webhook_endpoint: { id: 17 }, message },
  };
  const row = newRow(webhookEvents, api.keys['webhook-events'], {
    record: eventRecord(event, { '17': newDelivery(new Date(createdAt)) }),
    counts: {},
  });
  return inserted({ ...row, causes: 'webhook-events' }, String(place));
}

const calls = () =>
  putOnBus().map(({ Entries = [] }) => Entries.map(({ Detail }) => JSON.parse(Detail ?? '').id));

const places = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, each) => from + each);

describe('a change', () => {
  it('is put on the bus with owner and payload when it requests a test event', async () => {
    expect(await handler({ Records: [requested(1)] })).toEqual({ batchItemFailures: [] });
    expect(putOnBus()[0]).toEqual({
      Entries: [
        {
          EventBusName: 'bus',
          Source: 'music-distribution',
          DetailType: 'webhook.test',
          Time: new Date('2026-11-20T12:00:00.000Z'),
          Detail: JSON.stringify({
            id: idOf(1),
            type: 'webhook.test',
            createdAt: '2026-11-20T12:00:00.000Z',
            ownerId: '5',
            data: { webhook_endpoint: { id: 17 }, message: 'Hello' },
          }),
        },
      ],
    });
  });

  it('publishes nothing for an update or removal of a stored test event', async () => {
    const { NewImage } = requested(1).dynamodb;
    const changed = { dynamodb: { SequenceNumber: '1', NewImage, OldImage: NewImage } };
    const removed = { dynamodb: { SequenceNumber: '2', OldImage: NewImage } };
    const written = requested(3, 'album.status_changed');
    expect(await handler({ Records: [changed, removed, written] })).toEqual({ batchItemFailures: [] });
    expect(calls()).toEqual([]);
  });
});

describe('many changes', () => {
  it('are put on the bus in order, ten per call', async () => {
    expect(await handler({ Records: places(1, 23).map((each) => requested(each)) })).toEqual({
      batchItemFailures: [],
    });
    expect(calls()).toEqual([places(1, 10), places(11, 20), places(21, 23)].map((each) => each.map(idOf)));
  });

  it('are split into calls of at most a megabyte if they are large', async () => {
    const large = 'x'.repeat(380_000);
    await handler({ Records: places(1, 3).map((each) => requested(each, 'webhook.test', large)) });
    expect(calls()).toEqual([[idOf(1), idOf(2)], [idOf(3)]]);
  });
});

describe('a failure of the bus', () => {
  const rejecting = (place: number) =>
    bus.on(PutEventsCommand).callsFake(({ Entries = [] }: PutEventsCommandInput) => ({
      FailedEntryCount: 1,
      Entries: Entries.map(({ Detail = '' }) =>
        JSON.parse(Detail).id === idOf(place)
          ? { ErrorCode: 'ThrottlingException', ErrorMessage: 'Slow' }
          : accepted,
      ),
    }));

  it('ends the batch before the next call, and the replay starts at the failed entry', async () => {
    rejecting(14);
    const response = await handler({ Records: places(1, 40).map((each) => requested(each)) });
    expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: '14' }] });
    expect(calls()).toEqual([places(1, 10), places(11, 20)].map((each) => each.map(idOf)));
  });

  it('causes a replay from the first entry of a call that fails completely', async () => {
    bus
      .on(PutEventsCommand)
      .resolvesOnce({ Entries: Array(10).fill(accepted) })
      .rejects(noNetwork);
    const response = await handler({ Records: places(1, 15).map((each) => requested(each)) });
    expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: '11' }] });
  });

  it('yields the same events on replay', async () => {
    rejecting(2);
    await handler({ Records: places(1, 3).map((each) => requested(each)) });
    bus.on(PutEventsCommand).callsFake(accepting);
    await handler({ Records: places(2, 3).map((each) => requested(each)) });
    expect(calls()).toEqual([places(1, 3), places(2, 3)].map((each) => each.map(idOf)));
  });
});

describe('an unreadable change', () => {
  const strange = inserted({ pk: 'strangers#1', sk: '#', causes: 'strangers', slim: {}, rest: {} }, '3');

  it('ends the batch after the preceding changes are published', async () => {
    const response = await handler({ Records: [requested(1), requested(2), strange, requested(4)] });
    expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: '3' }] });
    expect(calls()).toEqual([[idOf(1), idOf(2)]]);
  });

  it('is not the start of the replay if the bus rejected an earlier change', async () => {
    bus.on(PutEventsCommand).rejects(noNetwork);
    const response = await handler({ Records: [requested(1), requested(2), strange] });
    expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
  });
});

/** The stream record of a new validation. @param place its position in the stream, and the id of its master. */
function validation(place: number, changes: Item = {}) {
  const write = validationWork.start(
    { assetId: String(place), ownerId: '1' },
    new Date('2026-11-20T12:00:00.000Z'),
  );
  if (!('put' in write)) throw new Error('A validation starts with its row.');
  return change({ ...write.put, ...changes }, undefined, String(place));
}

const started = () =>
  sentToQueues().flatMap(({ Entries = [] }) =>
    Entries.map(({ MessageBody }) => JSON.parse(MessageBody ?? '')),
  );
const LETTERS = 'https://queue.example/change-dead-letters';
const first = (assetId: number) => ({ assetId: String(assetId), attempt: 0 });

describe('a row written as due', () => {
  it('gets its message immediately in the queue of its kind, and causes no event', async () => {
    const Records = [validation(1), requested(2), validation(3)];
    expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
    expect(started()).toEqual([first(1), first(3)]);
    expect(sentToQueues()[0]?.QueueUrl).toBe('https://queue.example/validations');
    expect(calls()).toEqual([[idOf(2)]]);
  });

  it('gets a message for its next attempt, but none when the sweep rewrites it', async () => {
    const { NewImage } = validation(1).dynamodb;
    const row = unmarshall(NewImage);
    const swept = { ...row, dueAt: '2026-11-20T12:01:00.000Z#x', notices: 1 };
    expect(await handler({ Records: [change(swept, row)] })).toEqual({ batchItemFailures: [] });
    expect(started()).toEqual([]);
    const next = { ...row, position: 1, nextAttemptAt: '2026-11-20T12:00:10.000Z' };
    await handler({ Records: [change(next, row)] });
    expect(started()).toEqual([{ assetId: '1', attempt: 1 }]);
  });

  it('is left to the sweep if only a newer version knows its kind', async () => {
    const Records = [validation(1, { dueKind: 'of-a-newer-version' }), validation(2)];
    expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
    expect(started()).toEqual([first(2)]);
  });

  it('is set aside if it is unreadable, and the changes after it are published', async () => {
    vi.stubEnv('CHANGE_DEAD_LETTER_URL', LETTERS);
    const Records = [validation(1), validation(2, { position: 'first' }), validation(3)];
    expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
    const [work, letters] = sentToQueues();
    expect([started().slice(0, 2), letters?.QueueUrl]).toEqual([[first(1), first(3)], LETTERS]);
    expect([work?.Entries?.length, letters?.Entries?.length]).toEqual([2, 1]);
  });
});

describe('a failure of a queue', () => {
  it('causes a replay from the first row without a message', async () => {
    queue.on(SendMessageBatchCommand).resolves({ Failed: [{ Id: '1', Code: 'Slow', SenderFault: false }] });
    const Records = [requested(1), validation(2), requested(3), validation(4)];
    expect(await handler({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
    expect(calls()).toEqual([[idOf(1), idOf(3)]]);
  });

  it('has no effect after a rejected event, because the replay starts there', async () => {
    bus.on(PutEventsCommand).rejects(noNetwork);
    const Records = [validation(1), requested(2), validation(3)];
    expect(await handler({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
    expect(started()).toEqual([first(1)]);
    queue.on(SendMessageBatchCommand).rejects(noNetwork);
    expect(await handler({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
  });
});

it('the stream starts every kind of work except webhook attempts, which start from events', () => {
  expect([eventWork, ...startedKinds].map(({ name }) => name).sort()).toEqual(
    kinds.map(({ name }) => name).sort(),
  );
});
