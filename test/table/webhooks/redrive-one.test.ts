/** Redriving and discarding one dead letter, also when the function dies or another reads the queue. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deadLetterVariable } from '../../../shared/kit/work/work-queue.ts';
import { eventWork } from '../../../shared/webhooks/deliveries/event-round.ts';
import { command, problemsOf } from '../../support/distribution/stores.ts';
import { CHANGE_DEAD_LETTERS, deadLettersOf } from '../../support/planned-queues.ts';
import { TestQueues } from '../../support/queues.ts';
import { withTable } from '../../support/table.ts';

withTable();
const DEAD = deadLettersOf('Webhook');
/** By how much the clock of the queues is ahead. */
let aheadMs = 0;
let queues: TestQueues;
beforeAll(async () => {
  queues = await new TestQueues(() => new Date(Date.now() + aheadMs)).start();
  process.env[deadLetterVariable(eventWork.queue)] = queues.urlOf(DEAD);
  process.env['CHANGE_DEAD_LETTER_URL'] = queues.urlOf(CHANGE_DEAD_LETTERS);
});
afterAll(() => queues.stop());

/** A message that the sender can read. */
const bodyOf = (index: number) =>
  JSON.stringify({
    eventId: 'evt_18928215-016b-4ab3-9b54-6ce5baead987',
    endpoints: [String(index)],
    attempt: 1,
  });
let ids: readonly string[];
beforeEach(() => {
  queues.onDone = () => {};
  for (const name of [DEAD, 'Webhook', CHANGE_DEAD_LETTERS]) queues.queue(name).purge();
  ids = Array.from({ length: 25 }, (_, index) => queues.queue(DEAD).send({ body: bodyOf(index) }).id);
});

const bodies = (name: string) =>
  queues
    .queue(name)
    .oldest(100)
    .map(({ body }) => body);
const visible = () => queues.queue(DEAD).counts().visible;
const redrive = (index: number, more: object = {}) =>
  command('redrive-webhooks', { id: ids[index], ...more });

it('redrive-webhooks can move a single letter and leave the others visible', async () => {
  expect(await redrive(17)).toMatchObject({ moved: 1, finished: true });
  expect(bodies('Webhook')).toEqual([bodyOf(17)]);
  expect(bodies(DEAD)).not.toContain(bodyOf(17));
  expect(visible()).toBe(24);
});

it('redrive-webhooks can discard a single letter', async () => {
  expect(await redrive(3, { discard: true })).toEqual({ discarded: 1, finished: true });
  expect([bodies('Webhook'), bodies(DEAD).includes(bodyOf(3)), visible()]).toEqual([[], false, 24]);
});

it('redrive-webhooks reports a missing letter and changes nothing', async () => {
  await redrive(4);
  for (const mode of [{}, { discard: true }])
    expect(await problemsOf('redrive-webhooks', { id: ids[4], ...mode })).toEqual([
      {
        code: 'unknown_record',
        detail: expect.stringMatching(
          /^The queue has no dead letter \S+ now\. It was redriven or discarded, or another command is reading the queue\./,
        ),
      },
    ]);
  expect([bodies('Webhook'), bodies(DEAD).length, visible()]).toEqual([[bodyOf(4)], 24, 24]);
});

it('redrive-webhooks leaves an unreadable letter and says how to delete it', async () => {
  const { id } = queues.queue(DEAD).send({ body: 'no message' });
  expect(await problemsOf('redrive-webhooks', { id })).toEqual([
    {
      code: 'invalid_value',
      detail: `The message ${id} cannot be read, so the sender would give it up again. It stays in the queue. Add --discard to delete it.`,
    },
  ]);
  expect([bodies('Webhook'), visible()]).toEqual([[], 26]);
  await command('redrive-webhooks', { id, discard: true });
  expect(visible()).toBe(25);
});

it('two concurrent redrives of a letter move it once', async () => {
  const outcomes = await Promise.allSettled([redrive(5), redrive(5)]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(bodies('Webhook')).toEqual([bodyOf(5)]);
  expect(visible()).toBe(24);
});

it('a letter is never lost wherever the function dies, and can be redriven once visible', async () => {
  const calls = await callsOf(() => redrive(16));
  expect(calls).toBeGreaterThan(5);
  for (let last = 1; last <= calls; last++) {
    const restore = queues.save();
    let count = 0;
    queues.onDone = () => {
      count += 1;
      if (count >= last) throw new Error('The function died.');
    };
    await expect(redrive(7)).rejects.toThrow();
    queues.onDone = () => {};
    const all = [...bodies(DEAD), ...bodies('Webhook')];
    expect(new Set(all).has(bodyOf(7))).toBe(true);
    expect(new Set(all).size).toBe(25);
    aheadMs += 361_000;
    if (bodies(DEAD).includes(bodyOf(7))) await redrive(7);
    expect(bodies('Webhook')).toContain(bodyOf(7));
    expect(bodies(DEAD)).toHaveLength(23);
    expect(visible()).toBe(23);
    restore();
  }
});

async function callsOf(act: () => Promise<unknown>): Promise<number> {
  let count = 0;
  queues.onDone = () => {
    count += 1;
  };
  await act();
  queues.onDone = () => {};
  return count;
}

it('redrive-changes leaves a letter with unreadable changes, gives the reason and can discard it', async () => {
  const [kept, gone] = ['nonsense', 'other'].map(
    (body) => queues.queue(CHANGE_DEAD_LETTERS).send({ body }).id,
  );
  expect(await command('redrive-changes', { id: kept })).toEqual({
    letters: 0,
    events: 0,
    failures: [{ id: kept, reason: 'The letter does not contain a stream position.' }],
    finished: true,
    summary:
      'Published 0 events, and deleted 0 letters. 1 letter stayed in the queue: The letter does not contain a stream position.',
  });
  expect(queues.queue(CHANGE_DEAD_LETTERS).counts().visible).toBe(2);
  await command('redrive-changes', { id: gone, discard: true });
  expect(bodies(CHANGE_DEAD_LETTERS)).toEqual(['nonsense']);
});

it.each([
  [{ look: true, id: 'a' }, '--look and --id cannot be combined.'],
  [{ id: '../x' }, '--id must be the id of a message, as --look shows it.'],
])('redrive-webhooks rejects %j', async (given, detail) => {
  expect(await problemsOf('redrive-webhooks', given)).toEqual([{ code: 'invalid_value', detail }]);
});
