/** Dead letters of the webhook queue, which an operator sends back to it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deadLetterVariable } from '../../../shared/kit/work/work-queue.ts';
import { eventWork } from '../../../shared/webhooks/deliveries/event-round.ts';
import { command } from '../../support/distribution/stores.ts';
import { deadLettersOf } from '../../support/planned-queues.ts';
import { TestQueues } from '../../support/queues.ts';
import { withTable } from '../../support/table.ts';

withTable();
const EVENT = 'evt_18928215-016b-4ab3-9b54-6ce5baead987';
const DEAD = deadLettersOf('Webhook');
let queues: TestQueues;
beforeAll(async () => {
  queues = await new TestQueues(() => new Date()).start();
  process.env[deadLetterVariable(eventWork.queue)] = queues.urlOf(DEAD);
});
afterAll(() => queues.stop());

it('redrive-webhooks leaves unreadable letters and names the command to delete them', async () => {
  const readable = JSON.stringify({ eventId: EVENT, endpoints: ['7'], attempt: 1 });
  for (const body of [readable, 'no message', '{"event":7}']) queues.queue(DEAD).send({ body });
  expect(await command('redrive-webhooks', {})).toEqual({
    moved: 1,
    unreadable: 2,
    finished: true,
    summary: expect.stringMatching(/^Moved 1 message .*\. 2 messages cannot be read.*--look .*--discard /),
  });
  const left = Object(await command('redrive-webhooks', { look: true }));
  expect(left.letters).toMatchObject([{ what: 'unreadable' }, { what: 'unreadable' }]);
  expect(await command('redrive-webhooks', { discard: true })).toEqual({ discarded: 2, finished: true });
  expect(await command('redrive-webhooks', {})).toMatchObject({ moved: 0, unreadable: 0 });
});
