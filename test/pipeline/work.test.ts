/** Claims, due times and the sweep, with two kinds of work: webhook deliveries and store deliveries. */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConditionsFailed } from '../../shared/kit/table/commit.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import type { Key } from '../../shared/kit/table/keys.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { claim, writeHeld } from '../../shared/kit/work/claim.ts';
import { type Claimed, dueAttributes, dueShards, isHeld } from '../../shared/kit/work/due.ts';
import { enqueue, type WorkKind } from '../../shared/kit/work/kind.ts';
import { nextAttemptAt } from '../../shared/kit/work/schedule.ts';
import { type Swept, sweep } from '../../shared/kit/work/sweep.ts';
import { eventWork } from '../../shared/webhooks/deliveries/event-round.ts';
import { TestQueues } from '../support/queues.ts';
import { openTable } from '../support/table.ts';
import { dueEvent } from './pipeline.ts';

const handOverSchema = v.object({
  releaseId: v.string(),
  position: v.number(),
  nextAttemptAt: v.string(),
  claimedUntil: v.nullable(v.string()),
});
type HandOver = v.InferOutput<typeof handOverSchema>;

const handOvers: WorkKind<HandOver> = {
  name: 'hand-over',
  queue: { name: 'Store', consumer: '', mapping: '', concurrency: { standard: 1, prod: 1, local: 1 } },
  isOwned: false,
  key: (releaseId) => ({ pk: `hand-overs#${releaseId}`, sk: '#' }),
  read: (item) => v.parse(handOverSchema, item),
  ownerOf: () => null,
  message: ({ releaseId, position }) => ({ releaseId, attempt: position }),
};
const GAPS = [300, 900, 3600];

let now = new Date('2026-11-20T12:00:00.000Z');
let queues: TestQueues;
let stopTable: () => Promise<void>;
let table: Table;

beforeAll(async () => {
  stopTable = await openTable();
  queues = await new TestQueues(() => now).start();
  table = new Table();
});
afterAll(async () => {
  queues.stop();
  await stopTable();
});
beforeEach(async () => {
  // After everything that the previous test left in the due index.
  pass(86_400);
  for (const key of await dueKeys()) await table.commit([{ delete: key }]);
  queues.lose();
  queues.isDown = false;
});

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

async function dueKeys(): Promise<Key[]> {
  const shards = await Promise.all(
    dueShards.map((partition) => table.query({ index: 'by-due-time', partition })),
  );
  return shards.flat().map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
}

const rowOf = (handOver: HandOver): Item & Key => {
  const key = handOvers.key(handOver.releaseId);
  return { ...key, ...handOver, ...dueAttributes(handOvers.name, key, handOver) };
};

/** A hand-over that is due now and has no message. */
async function handOver(releaseId: string): Promise<HandOver> {
  const made = { releaseId, position: 0, nextAttemptAt: now.toISOString(), claimedUntil: null };
  await table.commit([{ put: rowOf(made) }]);
  return made;
}

const claimed = (releaseId: string, attempt = 0) =>
  claim(table, { kind: handOvers, key: handOvers.key(releaseId), attempt, now });

async function mustClaim(releaseId: string, attempt = 0): Promise<Claimed<HandOver>> {
  const response = await claimed(releaseId, attempt);
  if (typeof response === 'string') throw new Error(`Not claimed: ${response}.`);
  return response;
}

const swept = (): Promise<Swept> =>
  sweep({ table, now, kinds: [eventWork, handOvers], isTimeLeft: () => true });

const bodies = (name: string) =>
  queues.messages.filter(({ queue }) => queue === name).map(({ body }) => JSON.parse(body));

/** Records a failed attempt. @returns the work with its next attempt, or undefined after the last. */
async function fail(held: Claimed<HandOver>): Promise<HandOver | undefined> {
  const position = held.position + 1;
  const next = nextAttemptAt({ gaps: GAPS, attempts: position, now, random: 0.5 });
  const { releaseId } = held;
  if (!next) {
    await writeHeld(table, held, { put: { ...handOvers.key(releaseId), releaseId } });
    return undefined;
  }
  const after = { releaseId, position, nextAttemptAt: next.toISOString(), claimedUntil: null };
  expect(await writeHeld(table, held, { put: rowOf(after) })).toBe(true);
  await enqueue(handOvers, [after], now);
  return after;
}

describe('an attempt', () => {
  it('is claimed by only one of two senders', async () => {
    await handOver('twice');
    const responses = await Promise.all([claimed('twice'), claimed('twice')]);
    expect(responses.filter((each) => each === 'taken')).toHaveLength(1);
    expect(responses.filter((each) => typeof each !== 'string')).toHaveLength(1);
  });

  it('is claimed again 45 seconds after its sender crashed, which then records nothing', async () => {
    await handOver('crash');
    const first = await mustClaim('crash');
    pass(44);
    expect(await claimed('crash')).toBe('taken');
    expect((await swept()).woken).toEqual({});
    pass(1);
    expect((await swept()).woken).toEqual({ 'hand-over': 1 });
    const second = await mustClaim('crash');
    expect(await writeHeld(table, first, { delete: handOvers.key('crash') })).toBe(false);
    expect(await writeHeld(table, second, { delete: handOvers.key('crash') })).toBe(true);
    expect(await claimed('crash')).toBe('unknown');
  });

  it('is recorded together with other rows, or not at all once the claim is lost', async () => {
    await handOver('together');
    const first = await mustClaim('together');
    const record = { pk: 'releases#together', sk: '#', status: 'sent' };
    const recording = (held: Claimed<HandOver>) =>
      table.commit([{ delete: handOvers.key('together'), condition: isHeld(held) }, { put: record }]);
    pass(45);
    const second = await mustClaim('together');
    await expect(recording(first)).rejects.toThrow(ConditionsFailed);
    expect(await table.get({ pk: record.pk, sk: record.sk })).toBeUndefined();
    await recording(second);
    expect(await table.get({ pk: record.pk, sk: record.sk })).toEqual(record);
  });

  it('is retried at the scheduled intervals and finished after the last', async () => {
    await handOver('retried');
    for (const [place, gap] of GAPS.entries()) {
      await fail(await mustClaim('retried', place));
      // The queue delays by 15 minutes at most; the sweep sends what is due later.
      expect(bodies('Store')).toEqual(gap > 900 ? [] : [{ releaseId: 'retried', attempt: place + 1 }]);
      queues.lose();
      pass(gap - 1);
      expect((await swept()).woken).toEqual({});
      expect(await claimed('retried', place + 1)).toBe('early');
      pass(1);
      expect(await claimed('retried', place)).toBe('past');
      expect((await swept()).woken).toEqual({ 'hand-over': 1 });
      queues.lose();
    }
    expect(await fail(await mustClaim('retried', 3))).toBeUndefined();
    expect(await claimed('retried', 3)).toBe('finished');
    pass(86_400);
    expect((await swept()).woken).toEqual({});
  });
});

describe('a message that arrives early', () => {
  it.each([
    ['is sent again when it is seconds early', 4, [{ releaseId: 'early', attempt: 0 }]],
    ['is dropped when it is earlier, because it is a duplicate', 5, []],
  ])('%s', async (_, seconds, sent) => {
    const made = await handOver('early');
    const dueLater = { ...made, nextAttemptAt: new Date(now.getTime() + seconds * 1000).toISOString() };
    await table.commit([{ put: rowOf(dueLater) }]);
    expect(await claimed('early')).toBe('early');
    expect(bodies('Store')).toEqual(sent);
  });
});

describe('the sweep', () => {
  it('sends the message of each kind of work to its own queue', async () => {
    await handOver('lost');
    await table.putMany([dueEvent('evt_lost', { at: now, shard: 'due#0' })]);
    expect(await swept()).toEqual({
      overdueSeconds: {},
      woken: { 'hand-over': 1, 'webhook-event': 1 },
      faults: [],
    });
    expect(bodies('Store')).toEqual([{ releaseId: 'lost', attempt: 0 }]);
    expect(bodies('Webhook')).toEqual([{ eventId: 'evt_lost', endpoints: ['17'], owner: '1', attempt: 0 }]);
  });

  it('resends after 1, 2, 4, 8 and then every 15 minutes until the work is claimed', async () => {
    await handOver('waiting');
    const minutes: number[] = [];
    for (let minute = 0; minute <= 60; minute++) {
      if ((await swept()).woken['hand-over']) minutes.push(minute);
      pass(60);
    }
    expect(minutes).toEqual([0, 1, 3, 7, 15, 30, 45, 60]);
  });

  it('continues with other kinds if one queue rejects messages, whose rows stay due', async () => {
    await handOver('rejected');
    await table.putMany([dueEvent('evt_refused', { at: now, shard: 'due#0' })]);
    queues.isDown = 'Store';
    const { woken, faults } = await swept();
    expect(woken).toEqual({ 'webhook-event': 1 });
    expect(faults).toHaveLength(1);
    queues.isDown = false;
    expect((await swept()).woken).toEqual({ 'hand-over': 1 });
  });

  it('skips and reports unreadable rows and rows of unknown kinds', async () => {
    await table.commit([{ put: { ...rowOf(await handOver('malformed')), nextAttemptAt: 5 } }]);
    const newer = rowOf(await handOver('newer'));
    await table.commit([{ put: { ...newer, dueKind: 'of-a-newer-version' } }]);
    pass(3600);
    await handOver('readable');
    const { woken, faults } = await swept();
    expect(woken).toEqual({ 'hand-over': 1 });
    expect(faults.map(String).sort()).toEqual([
      'Error: Unknown kind of work of-a-newer-version.',
      expect.stringContaining('Expected string but received 5'),
    ]);
  });

  it('reports unknown kinds only after an hour, because a newer version may be starting', async () => {
    const newer = rowOf(await handOver('newer'));
    await table.commit([{ put: { ...newer, dueKind: 'of-a-newer-version' } }]);
    pass(3599);
    expect((await swept()).faults).toEqual([]);
  });
});
