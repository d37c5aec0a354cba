/** A sender that is killed after each of its steps in turn: nothing is lost, and at most one attempt is made twice. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventKey } from '../../shared/events/event-record.ts';
import {
  announce,
  delivery,
  endpointAnswering,
  pass,
  remove,
  rowOf,
  run,
  settle,
  shown,
  theWire,
  usePipeline,
} from './pipeline.ts';
import { comeBetween, dieAfter, revive } from './steps.ts';

usePipeline();
beforeAll(() => comeBetween());
afterEach(() => void revive());

const scenarios = [
  // Event with its delivery, message, claim, outcome, the event's end.
  { name: 'delivered at once', statuses: [204], steps: 5 },
  // Event with its delivery, message, claim, failure counted, outcome, message; claim, success counted, outcome, end.
  { name: 'delivered at the second attempt', statuses: [500, 204], steps: 10 },
];

describe.each(scenarios)('an event that is $name', ({ statuses, steps }) => {
  it.each([
    { fate: 'is redelivered', isLost: false },
    { fate: 'is lost', isLost: true },
  ])(
    'is delivered although the sender is killed after any step and its message $fate',
    async ({ isLost }) => {
      for (let step = 1; ; step++) {
        const endpoint = await endpointAnswering(...statuses);
        dieAfter(step);
        const { id } = announce();
        await settle();
        pass(5);
        await settle();
        const wasKilled = revive();
        if (isLost) theWire().messages.length = 0;
        await run(6);
        await settle();
        const { status, attempts } = await delivery(id);
        expect([status, attempts <= statuses.length], `killed after step ${step}`).toEqual([
          'succeeded',
          true,
        ]);
        const sent = endpoint.received.length - statuses.length;
        expect(sent >= 0 && sent <= 1, `sent ${sent} times more after step ${step}`).toBe(true);
        expect((await shown(endpoint.id))['consecutive-failures']).toBe(0);
        const row = await rowOf(eventKey(id));
        if (!isLost) expect(row['expires'], `killed after step ${step}`).toEqual(expect.any(Number));
        await remove(endpoint.id);
        if (!wasKilled) return expect(step).toBe(steps + 1);
      }
    },
  );
});
