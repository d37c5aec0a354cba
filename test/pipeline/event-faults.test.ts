/** Faults of the service that repeat while an event is sent. They end, and receivers get the event as often as scheduled. */
import { describe, expect, it } from 'vitest';
import { Table } from '../../shared/kit/table/table.ts';
import { readRetryGaps } from '../../shared/kit/work/retry-gaps.ts';
import { eventKey } from '../../shared/webhooks/deliveries/event-record.ts';
import { eventWork } from '../../shared/webhooks/deliveries/event-round.ts';
import { endpointKey } from '../../shared/webhooks/endpoints/endpoint.ts';
import {
  announce,
  delivery,
  endpointResponding,
  queue,
  rowOf,
  run,
  settle,
  usePipeline,
} from './pipeline.ts';

usePipeline();

const DAY_MINUTES = 24 * 60;
/** Attempts of the schedule. */
const scheduled = () => 1 + readRetryGaps(eventWork).length;
const table = () => new Table();

/** Changes the only delivery of an event in its row. */
async function spoil(id: string, change: (delivery: Record<string, unknown>) => object): Promise<void> {
  const key = eventKey(id);
  const row = await rowOf(key);
  const rest = row['rest'] as { deliveries: Record<string, Record<string, unknown>> };
  const deliveries = Object.fromEntries(
    Object.entries(rest.deliveries).map(([endpoint, each]) => [endpoint, change(each)]),
  );
  await table().commit([{ update: key, with: [{ set: ['rest', 'deliveries'], to: deliveries }] }]);
}

describe('an event whose results cannot be recorded', () => {
  it('is sent as often as scheduled and then given up', async () => {
    const endpoint = await endpointResponding(...Array.from({ length: 60 }, () => 500));
    const { id } = announce();
    await settle();
    // As no version of the service writes it.
    await spoil(id, ({ lastAttempts: _, ...others }) => others);
    await run(6 * DAY_MINUTES);
    expect(endpoint.received).toHaveLength(scheduled());
    expect(await delivery(id)).toMatchObject({ status: 'failed', attempts: scheduled() });
    expect(queue().messages).toEqual([]);
  });

  it('is not resent once a receiver has acknowledged the last attempt', async () => {
    const endpoint = await endpointResponding(500, ...Array.from({ length: 60 }, () => 204));
    const { id } = announce();
    await settle();
    await spoil(id, ({ lastAttempts: _, ...others }) => others);
    await run(6 * DAY_MINUTES);
    expect(endpoint.received.length).toBeLessThanOrEqual(scheduled());
    expect(await delivery(id)).not.toMatchObject({ status: 'pending' });
  });
});

describe('an attempt prevented by a fault of the service', () => {
  it('is repeated at growing intervals, does not count, and ends after a day', async () => {
    const endpoint = await endpointResponding(500, 204);
    const { id } = announce();
    await settle();
    const key = endpointKey(endpoint.id);
    const { rest } = await rowOf(key);
    const broken = { ...(rest as object), 'signing-secret': 'not sealed by any key' };
    await table().commit([{ update: key, with: [{ set: 'rest', to: broken }] }]);
    await run(30);
    expect(await delivery(id)).toMatchObject({ status: 'pending', attempts: 1, faults: 5 });
    await run(2 * DAY_MINUTES);
    expect(endpoint.received).toHaveLength(1);
    expect(await delivery(id)).toMatchObject({ status: 'failed', attempts: 1 });
  });

  it('is forgotten once an attempt is made', async () => {
    const endpoint = await endpointResponding(500, 204);
    const { id } = announce();
    await settle();
    const key = endpointKey(endpoint.id);
    const { rest } = await rowOf(key);
    const broken = { ...(rest as object), 'signing-secret': 'not sealed by any key' };
    await table().commit([{ update: key, with: [{ set: 'rest', to: broken }] }]);
    await run(5);
    await table().commit([{ update: key, with: [{ set: 'rest', to: rest }] }]);
    await run(10);
    expect(endpoint.received).toHaveLength(2);
    expect(await delivery(id)).toMatchObject({ status: 'succeeded', attempts: 2 });
    expect(await delivery(id)).not.toHaveProperty('faults');
  });
});
