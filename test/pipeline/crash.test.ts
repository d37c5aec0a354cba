/**
 * Kills a sender after each of its steps in turn. Nothing is lost, at most one request is made twice, and every
 * started attempt counts.
 */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventKey } from '../../shared/webhooks/deliveries/event-record.ts';
import { receiver } from '../support/receivers.ts';
import { killedAfterEveryStep } from './every-step.ts';
import {
  announce,
  delivery,
  endpointResponding,
  pass,
  register,
  rowOf,
  run,
  settle,
  shown,
  sweep,
  theWire,
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
  const { messages } = theWire();
  messages.splice(0, messages.length, ...messages.filter(({ body }) => body.includes('detail-type')));
}

async function send(): Promise<void> {
  await settle();
  pass(5);
  await settle();
}

describe.each(scenarios)('an event that is $name', ({ statuses, steps }) => {
  it.each([
    { fate: 'is redelivered', isLost: false },
    { fate: 'is lost, unless it is the event itself', isLost: true },
  ])(
    'is delivered although the sender is killed after any step and its message $fate',
    async ({ isLost }) => {
      let responses: number[] = [];
      const receiving = await receiver(
        (_, response) => void response.writeHead(responses.shift() ?? 500).end(),
      );
      const endpoint = await register(`https://127.0.0.1:${receiving.port}/`);
      const putBack = await saveStage({ wire: theWire() });
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
      expect(await killedAfterEveryStep({ begin, run: send, end })).toBe(steps);
    },
  );
});

it('an event is delivered although its sender dies twice in the first round and its own message is lost', async () => {
  const endpoint = await endpointResponding(204);
  const { id } = announce();
  for (let death = 0; death < 2; death++) {
    dieAfter(1);
    await settle();
    expect(revive()).toBe(true);
    // The message becomes visible again, and the claim of the sender has expired.
    pass(300);
  }
  expect(endpoint.received).toHaveLength(0);
  theWire().messages.length = 0;
  await run(2);
  expect(endpoint.received).toHaveLength(1);
  expect(await delivery(id)).toMatchObject({ status: 'succeeded', attempts: 3 });
});
