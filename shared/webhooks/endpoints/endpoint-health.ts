/**
 * Failures in a row, kept on the endpoint's record, and what they lead to. Counted in place rather than by saving the
 * record as it was read: attempts to one endpoint end at the same time, and must not make each other start over.
 */
import { webhookEndpoints } from '../../api/webhook-endpoints.ts';
import { type Adjustment, adjust } from '../../records/adjust.ts';
import type { Settings } from '../../settings.ts';
import { keyRows } from '../../table/keys.ts';
import type { Table } from '../../table/table.ts';
import type { Endpoint } from './endpoint.ts';

type EndpointAdjustment = Adjustment<typeof webhookEndpoints>;

const adjustEndpoint = (table: Table, { id }: Endpoint, adjustment: EndpointAdjustment) =>
  adjust(table, { resource: webhookEndpoints, row: keyRows['webhook-endpoints'], id }, adjustment);

/** @returns whether the failure was the one that disabled the endpoint. */
export async function countFailure(
  table: Table,
  endpoint: Endpoint,
  { now, limits }: { now: Date; limits: Settings['webhookDisable'] },
): Promise<boolean> {
  const counted = await counting(table, endpoint, now);
  if (!counted || !isWornOut(counted, { now, limits })) return false;
  const disabled = await adjustEndpoint(table, endpoint, {
    set: { 'is-active': false, 'disabled-at': now.toISOString() },
    // Not when its owner switched it meanwhile: that began a new count.
    when: [
      { field: 'is-active', is: '=', value: true },
      { field: 'failing-since', is: '=', value: counted.fields['failing-since'] },
    ],
  });
  return 'record' in disabled;
}

/** Ends the streak, if the endpoint was read within one. */
export async function countSuccess(table: Table, endpoint: Endpoint): Promise<void> {
  if (endpoint.fields['consecutive-failures'] === 0) return;
  await adjustEndpoint(table, endpoint, {
    set: { 'consecutive-failures': 0, 'failing-since': null },
    when: [{ field: 'consecutive-failures', is: '>', value: 0 }],
  });
}

/** @returns the endpoint as counted, or undefined when it is gone. */
async function counting(table: Table, endpoint: Endpoint, now: Date): Promise<Endpoint | undefined> {
  let isFirst = endpoint.fields['consecutive-failures'] === 0;
  for (;;) {
    const answer = await adjustEndpoint(table, endpoint, isFirst ? firstFailure(now) : furtherFailure);
    if ('record' in answer) return answer.record;
    if (!answer.current) return undefined;
    // A streak began or ended since the endpoint was read.
    isFirst = answer.current.fields['consecutive-failures'] === 0;
  }
}

const firstFailure = (now: Date): EndpointAdjustment => ({
  set: { 'consecutive-failures': 1, 'failing-since': now.toISOString() },
  when: [{ field: 'consecutive-failures', is: '=', value: 0 }],
});

const furtherFailure: EndpointAdjustment = {
  add: { 'consecutive-failures': 1 },
  when: [{ field: 'consecutive-failures', is: '>', value: 0 }],
};

function isWornOut(
  { fields }: Endpoint,
  { now, limits }: { now: Date; limits: Settings['webhookDisable'] },
): boolean {
  const ageSeconds = (now.getTime() - Date.parse(fields['failing-since'] ?? now.toISOString())) / 1000;
  const isLong = fields['consecutive-failures'] >= limits.failures && ageSeconds >= limits.ageSeconds;
  return fields['is-active'] && isLong;
}
