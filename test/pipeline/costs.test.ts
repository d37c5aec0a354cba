/** Table calls and billed units of an event until it is delivered. */
import { describe, expect, it } from 'vitest';
import type { Units } from '../support/costs.ts';
import { listen } from '../support/log.ts';
import { measuredUnits } from '../support/measured-units.ts';
import { announce, askForTest, endpointResponding, pass, publish, settle, usePipeline } from './pipeline.ts';

usePipeline();

/** The costs of processing each visible message. */
async function settleAndMeasure(): Promise<unknown[]> {
  const { lines, stop } = listen();
  await settle();
  stop();
  return lines.flatMap(({ event, table }) => (event === 'event.processed' ? [table] : []));
}

const units = (calls: number, readUnits: number, writeUnits: number): Units => ({
  calls,
  readUnits,
  writeUnits,
});

describe('an event delivered immediately', () => {
  it('costs four write units in four calls', async () => {
    await endpointResponding(204);
    announce();
    // Endpoints of the owner, the same as last written with the owner; event with its attempt counted (and its place in the
    // list), outcome (and the list again).
    expect(await settleAndMeasure()).toEqual([measuredUnits.event]);
  });

  it('costs five write units as a test event, two of them in the request', async () => {
    const endpoint = await endpointResponding(204);
    const { lines, stop } = listen();
    const eventId = await askForTest(endpoint.id);
    stop();
    // Access, endpoint, event; the access row is written to count the request.
    expect(lines.find(({ event }) => event === 'request')?.['table']).toEqual(units(4, 2, 2 + 1));
    await publish(eventId);
    // Event, endpoint and owner; attempt counted, outcome (and in the list).
    expect(await settleAndMeasure()).toEqual([units(3, 3, 3)]);
  });

  it('costs only one read and one recorded outcome per further endpoint', async () => {
    for (let endpoint = 0; endpoint < 3; endpoint++) await endpointResponding(204);
    announce();
    const [cost] = (await settleAndMeasure()) as Units[];
    expect(cost?.readUnits).toBe(4.5);
    // With three endpoints, the row takes two units.
    expect(cost?.writeUnits).toBeLessThanOrEqual(2 + 2 * 3);
  });
});

describe('an event delivered at the second attempt', () => {
  it('also costs the writes that count the failure and schedule the retry', async () => {
    const endpoint = await endpointResponding(500, 204);
    await publish(await askForTest(endpoint.id));
    // Attempt counted, failure counted on the endpoint (and in its list and its index), outcome (and its place in the due index).
    expect(await settleAndMeasure()).toEqual([units(4, 3, 6)]);
    pass(5);
    // The same, and the outcome in the list.
    expect(await settleAndMeasure()).toEqual([units(4, 3, 7)]);
  });
});

describe('an event of an owner without endpoints', () => {
  it('costs half a read unit', async () => {
    announce();
    expect(await settleAndMeasure()).toEqual([units(1, 0.5, 0)]);
  });
});
