/** Dead letters of background work: what operators see of each kind, and moving them back. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type WorkQueueName, workQueues } from '../../../infra/queues/work-queues.ts';
import { storeWork } from '../../../shared/distribution/work/store-work.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { startedKinds } from '../../../shared/service/kinds-of-work.ts';
import { command, problemsOf } from '../../support/distribution/stores.ts';
import { CHANGE_DEAD_LETTERS, deadLettersOf } from '../../support/planned-queues.ts';
import { TestQueues } from '../../support/queues.ts';
import { withTable } from '../../support/table.ts';

withTable();
let queues: TestQueues;
const table = new Table();
beforeAll(async () => {
  queues = await new TestQueues(() => new Date()).start();
  process.env['CHANGE_DEAD_LETTER_URL'] = queues.urlOf(CHANGE_DEAD_LETTERS);
  process.env['QUEUE_NAMES'] = JSON.stringify(
    Object.fromEntries(workQueues.map(({ name }) => [name, [name, deadLettersOf(name)]])),
  );
});
afterAll(() => queues.stop());
beforeEach(() => {
  for (const { name } of workQueues)
    for (const each of [name, deadLettersOf(name)]) queues.queue(each).purge();
});

const kinds = startedKinds.filter(({ queue }) => queue.redrivenWith === undefined);
/** A kind reads only the id and the position of a row for its message. */
const bodyOf = (kind: (typeof kinds)[number], id: string): string =>
  JSON.stringify(kind.message({ [kind.id]: id, position: 2 } as never));
const giveUp = (queue: WorkQueueName, body: string): string =>
  queues.queue(deadLettersOf(queue)).send({ body }).id;
const bodies = (queue: string) =>
  queues
    .queue(queue)
    .oldest(100)
    .map(({ body }) => body);
const look = async (queue: string) =>
  Object(await command('redrive-work', { queue, look: true })).letters as readonly object[];

describe('redrive-work', () => {
  it.each(kinds.map((kind) => [kind.name, kind] as const))(
    'shows the record of %s, and moves its message back',
    async (name, kind) => {
      const body = bodyOf(kind, '4711');
      const id = giveUp(kind.queue.name, body);
      expect(await look(kind.queue.name)).toEqual([
        { id, 'sent-at': expect.stringMatching(/Z$/), what: name, record: '4711', attempt: 2, work: 'ended' },
      ]);
      expect(await command('redrive-work', { queue: kind.queue.name })).toMatchObject({
        moved: 1,
        unreadable: 0,
        finished: true,
        summary: `Moved 1 message back to the queue, where ${kind.queue.consumer} gets each again.`,
      });
      expect([bodies(kind.queue.name), bodies(deadLettersOf(kind.queue.name))]).toEqual([[body], []]);
    },
  );

  it('covers each queue that no other command redrives', () => {
    const others = workQueues.filter(({ redrivenWith }) => redrivenWith !== undefined);
    expect([...new Set(kinds.map(({ queue }) => queue.name))].length).toBe(workQueues.length - others.length);
  });

  it('shows when unfinished work is due', async () => {
    const at = new Date('2027-01-02T03:04:05.000Z');
    await table.commit([storeWork.start({ deliveryId: '4712', ownerId: '1' }, at)]);
    giveUp('Store', bodyOf(storeWork, '4712'));
    expect(await look('Store')).toMatchObject([{ work: `due at ${at.toISOString()}` }]);
  });

  it('leaves letters that cannot be read, and moves or discards one letter', async () => {
    const [poison, first, second] = ['poison {', bodyOf(storeWork, '1'), bodyOf(storeWork, '2')].map((body) =>
      giveUp('Store', body),
    );
    expect(await problemsOf('redrive-work', { queue: 'Store', id: poison })).toMatchObject([
      { detail: expect.stringContaining('so deliver-releases would give it up again') },
    ]);
    expect(await command('redrive-work', { queue: 'Store', id: first })).toMatchObject({ moved: 1 });
    expect(await command('redrive-work', { queue: 'Store', id: second, discard: true })).toMatchObject({
      discarded: 1,
    });
    expect(await command('redrive-work', { queue: 'Store' })).toMatchObject({
      moved: 0,
      unreadable: 1,
      summary: expect.stringContaining('1 message cannot be read, and stays in the queue.'),
    });
    expect([bodies('Store'), bodies(deadLettersOf('Store'))]).toEqual([
      [bodyOf(storeWork, '1')],
      ['poison {'],
    ]);
  });

  it.each(['Webhook', 'Nothing'])('names the queues when %s is not one of them', async (queue) => {
    expect(await problemsOf('redrive-work', { queue })).toEqual([
      {
        code: 'unknown_record',
        detail: `There is no work queue ${queue}. The queues are ${[...new Set(kinds.map((kind) => kind.queue.name))].join(', ')}.`,
      },
    ]);
  });
});
