/**
 * Kills a sender after each of its steps in turn. Nothing is lost, at most one request is made twice, and every
 * started attempt counts.
 */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { handler as webhooks } from '../../functions/webhooks/handler.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { eventKey } from '../../shared/webhooks/deliveries/event-record.ts';
import { failuresOf } from '../../shared/webhooks/keys.ts';
import { send } from '../support/calls.ts';
import { giveUp } from '../support/give-up.ts';
import { isEvent } from '../support/queues.ts';
import { receiver } from '../support/receivers.ts';
import { killedAfterEveryStep } from './every-step.ts';
import {
  announce,
  delivery,
  endpointResponding,
  now,
  owner,
  pass,
  queue,
  register,
  rowOf,
  run,
  settle,
  shown,
  sweep,
  usePipeline,
} from './pipeline.ts';
import { saveStage } from './saved-stage.ts';
import { comeBetween, dieAfter, revive } from './steps.ts';

usePipeline();
beforeAll(() => comeBetween());
afterEach(() => void revive());

const scenarios = [
  // Event with its attempt counted, outcome.
  { name: 'delivered immediately', statuses: [204], steps: 2 },
  // Event with its attempt counted, failure counted, outcome, message; attempt counted, streak ended, outcome.
  { name: 'delivered at the second attempt', statuses: [500, 204], steps: 7 },
];

/**
 * Loses the messages that ask for next attempts. The event itself is not lost: SQS keeps it until its first round is
 * recorded, and then in the dead-letter queue.
 */
function loseMessages(): void {
  queue().lose((message) => !isEvent(message));
}

async function sendTwice(): Promise<void> {
  await settle();
  pass(5);
  await settle();
}

describe.each(scenarios)('an event that is $name', ({ statuses, steps }) => {
  it.each([
    { fate: 'is redelivered', isLost: false },
    { fate: 'is lost, unless it is the event itself', isLost: true },
  ])('is delivered even if the sender is killed after any step and its message $fate', async ({ isLost }) => {
    let responses: number[] = [];
    const receiving = await receiver(
      (_, response) => void response.writeHead(responses.shift() ?? 500).end(),
    );
    const endpoint = await register(`https://127.0.0.1:${receiving.port}/`);
    const putBack = await saveStage({ queues: queue() });
    const begin = async () => {
      await putBack();
      // The last status is repeated.
      responses = [...statuses, ...statuses.slice(-1)];
      return { id: announce().id, before: receiving.received.length };
    };
    const end = async (about: string, { id, before }: { id: string; before: number }) => {
      if (isLost) loseMessages();
      for (let round = 0; round < 2; round++) {
        // Messages become visible again, and the claim of the sender has expired.
        pass(300);
        await sweep();
        await settle();
      }
      const { status, attempts } = await delivery(id);
      const sent = receiving.received.length - before;
      expect(status, about).toBe('succeeded');
      expect([0, 1], about).toContain(sent - statuses.length);
      // One more than the requests if the sender died between counting and sending.
      expect([0, 1], about).toContain(attempts - sent);
      expect(attempts - sent + (sent - statuses.length), about).toBeLessThanOrEqual(1);
      expect((await shown(endpoint.id))['consecutive-failures'], about).toBe(0);
      expect((await rowOf(eventKey(id)))['expires'], about).toEqual(expect.any(Number));
    };
    expect(await killedAfterEveryStep({ begin, run: sendTwice, end })).toBe(steps);
  });
});

it('an event is delivered even if its sender dies twice and its own message is lost', async () => {
  const endpoint = await endpointResponding(204);
  const { id } = announce();
  for (let death = 0; death < 2; death++) {
    // The event; later a notice that its hour changes, and the event again.
    dieAfter(death === 0 ? 1 : 2);
    await settle();
    expect(revive()).toBe(true);
    // The message becomes visible again, and the claim of the sender has expired.
    pass(300);
  }
  expect(endpoint.received).toHaveLength(0);
  queue().lose();
  await run(2);
  expect(endpoint.received).toHaveLength(1);
  expect(await delivery(id)).toMatchObject({ status: 'succeeded', attempts: 3 });
});

describe('given-up events that are resent', () => {
  /** What the receiver gets until it is repaired, and after that. */
  const status = { current: 500 };

  /** @param action killed after any step. It is then repeated. */
  const expectRepaired = async (action: (ids: readonly string[]) => Promise<unknown>, count: number) => {
    const receiving = await receiver((_, response) => void response.writeHead(status.current).end());
    const endpoint = await register(`https://127.0.0.1:${receiving.port}/`);
    const putBack = await saveStage({ queues: queue() });
    const begin = async () => {
      await putBack();
      pass(60);
      status.current = 500;
      const ids = Array.from({ length: count }, () => announce().id);
      await settle();
      for (const id of ids) await giveUp(id, now());
      status.current = 204;
      return { ids, before: receiving.received.length };
    };
    const call = (ids: readonly string[]) => action([endpoint.id, ...ids]);
    type Begun = Awaited<ReturnType<typeof begin>>;
    const end = async (about: string, { ids, before }: Begun) => {
      pass(60);
      await call(ids);
      await run(2);
      for (const id of ids)
        expect(await delivery(id), about).toMatchObject({ status: 'succeeded', attempts: 2 });
      expect(receiving.received.length - before, about).toBe(count);
      expect(await new Table().query({ partition: failuresOf(endpoint.id) }), about).toEqual([]);
    };
    let begun: Begun | undefined;
    return killedAfterEveryStep({
      begin: async () => (begun = await begin()),
      run: () => call(begun?.ids ?? []),
      end,
    });
  };

  const post = (path: string, body?: object) =>
    send(webhooks, { method: 'POST', path, token: owner().token, ...(body && { body }) });

  it('arrive once even if the request for one is killed after any step', async () => {
    // The request counted; the event.
    const resend = async ([, id]: readonly string[]) => post(`/webhook-events/${id}/resend`);
    expect(await expectRepaired(resend, 1)).toBe(2);
  });

  it('arrive once even if the request for all is killed after any step', async () => {
    const data = { type: 'webhook-endpoints', attributes: { since: '2020-01-01' } };
    const recover = async ([id]: readonly string[]) => post(`/webhook-endpoints/${id}/recover`, { data });
    // The request counted; the work.
    expect(await expectRepaired(recover, 3)).toBe(2);
  });
});
