/** From the stream to the bus: each change is published once, and nothing is lost when the bus fails. */
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/publish-changes/handler.ts';
import { webhookEvents } from '../../shared/api/webhook-events.ts';
import { eventRecord } from '../../shared/events/event-record.ts';
import { newRow } from '../../shared/records/rows.ts';
import { keyRows } from '../../shared/table/keys.ts';
import { inserted } from './pipeline.ts';

const bus = mockClient(EventBridgeClient);
const accepted = { EventId: 'x' };

beforeEach(() => {
  bus.reset();
  bus.on(PutEventsCommand).callsFake(({ Entries }) => ({ Entries: Entries.map(() => accepted) }));
  vi.stubEnv('BUS_NAME', 'bus');
  vi.stubEnv('AWS_REGION', 'local');
});

const idOf = (place: number) => `evt_00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;

/** A test event as its row was written. @param place also its place in the stream. */
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
  const row = newRow(webhookEvents, keyRows['webhook-events'], {
    record: eventRecord(event, ['17']),
    counts: {},
  });
  return inserted({ ...row, causes: 'webhook-events' }, String(place));
}

const calls = () =>
  bus
    .commandCalls(PutEventsCommand)
    .map(({ args }) => (args[0].input.Entries ?? []).map(({ Detail }) => JSON.parse(Detail ?? '').id));

const places = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, each) => from + each);

describe('a change', () => {
  it('that requests a test event is put on the bus, with its owner and payload', async () => {
    expect(await handler({ Records: [requested(1)] })).toEqual({ batchItemFailures: [] });
    expect(bus.commandCalls(PutEventsCommand)[0]?.args[0].input).toEqual({
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

  it('of an existing test event announces nothing, nor does its removal', async () => {
    const { NewImage } = requested(1).dynamodb;
    const changed = { dynamodb: { SequenceNumber: '1', NewImage, OldImage: NewImage } };
    const removed = { dynamodb: { SequenceNumber: '2', OldImage: NewImage } };
    const written = requested(3, 'album.status_changed');
    expect(await handler({ Records: [changed, removed, written] })).toEqual({ batchItemFailures: [] });
    expect(calls()).toEqual([]);
  });
});

describe('many changes', () => {
  it('are put on the bus in order, ten in a call', async () => {
    expect(await handler({ Records: places(1, 23).map((each) => requested(each)) })).toEqual({
      batchItemFailures: [],
    });
    expect(calls()).toEqual([places(1, 10), places(11, 20), places(21, 23)].map((each) => each.map(idOf)));
  });

  it('that are large are put in calls of at most a megabyte', async () => {
    const large = 'x'.repeat(380_000);
    await handler({ Records: places(1, 3).map((each) => requested(each, 'webhook.test', large)) });
    expect(calls()).toEqual([[idOf(1), idOf(2)], [idOf(3)]]);
  });
});

describe('a failure of the bus', () => {
  const refusing = (place: number) =>
    bus.on(PutEventsCommand).callsFake(({ Entries }) => ({
      FailedEntryCount: 1,
      Entries: Entries.map(({ Detail }: { Detail: string }) =>
        JSON.parse(Detail).id === idOf(place)
          ? { ErrorCode: 'ThrottlingException', ErrorMessage: 'Slow' }
          : accepted,
      ),
    }));

  it('at one entry ends the batch: it is replayed from that entry, and no later call was made', async () => {
    refusing(14);
    const answer = await handler({ Records: places(1, 40).map((each) => requested(each)) });
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '14' }] });
    expect(calls()).toEqual([places(1, 10), places(11, 20)].map((each) => each.map(idOf)));
  });

  it('at a whole call is replayed from the first entry of the call', async () => {
    bus
      .on(PutEventsCommand)
      .resolvesOnce({ Entries: Array(10).fill(accepted) })
      .rejects(new Error('No network'));
    const answer = await handler({ Records: places(1, 15).map((each) => requested(each)) });
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '11' }] });
  });

  it('yields the same events when it is replayed', async () => {
    refusing(2);
    await handler({ Records: places(1, 3).map((each) => requested(each)) });
    bus.on(PutEventsCommand).callsFake(({ Entries }) => ({ Entries: Entries.map(() => accepted) }));
    await handler({ Records: places(2, 3).map((each) => requested(each)) });
    expect(calls()).toEqual([places(1, 3), places(2, 3)].map((each) => each.map(idOf)));
  });
});

describe('a change that cannot be read', () => {
  const strange = inserted({ pk: 'strangers#1', sk: '#', causes: 'strangers', slim: {}, rest: {} }, '3');

  it('ends the batch after the changes before it were published', async () => {
    const answer = await handler({ Records: [requested(1), requested(2), strange, requested(4)] });
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '3' }] });
    expect(calls()).toEqual([[idOf(1), idOf(2)]]);
  });

  it('is not where the replay begins when the bus refused an earlier change', async () => {
    bus.on(PutEventsCommand).rejects(new Error('No network'));
    const answer = await handler({ Records: [requested(1), requested(2), strange] });
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
  });
});
