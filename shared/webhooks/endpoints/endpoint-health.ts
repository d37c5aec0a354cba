/**
 * Counts an endpoint's consecutive failures on its record, and disables it after too many. Counted in place instead of
 * by load and save: concurrent attempts to one endpoint would make each other retry.
 */
import { webhookEndpoints } from '../../api/webhook-endpoints.ts';
import { type Adjustment, adjust } from '../../records/adjust.ts';
import type { Settings } from '../../settings.ts';
import { keyRows } from '../../table/keys.ts';
import type { Table } from '../../table/table.ts';
import type { Endpoint } from './endpoint.ts';

/** Endpoints have no relationships: nothing else needs to be known. */
const api = { resources: [webhookEndpoints], keys: keyRows };

type EndpointAdjustment = Adjustment<typeof webhookEndpoints>;

const adjustEndpoint = (table: Table, { id }: Endpoint, adjustment: EndpointAdjustment) =>
  adjust(table, { api, resource: webhookEndpoints, id }, adjustment);

/**
 * @returns whether this failure disabled the endpoint.
 * @example await countFailure(table, endpoint, { now, limits: stageSettings().webhookDisable })
 */
export async function countFailure(
  table: Table,
  endpoint: Endpoint,
  { now, limits }: { now: Date; limits: Settings['webhookDisable'] },
): Promise<boolean> {
  const counted = await countedEndpoint(table, endpoint, now);
  if (!counted || !hasFailedTooLong(counted, { now, limits })) return false;
  const disabled = await adjustEndpoint(table, endpoint, {
    set: { 'is-active': false, 'disabled-at': now.toISOString() },
    // Not if its owner enabled or disabled it meanwhile, which starts a new count.
    when: [
      { field: 'is-active', is: '=', value: true },
      { field: 'failing-since', is: '=', value: counted.fields['failing-since'] },
    ],
  });
  return 'record' in disabled;
}

/** Resets the count, if the endpoint had failures when it was read. */
export async function countSuccess(table: Table, endpoint: Endpoint): Promise<void> {
  if (endpoint.fields['consecutive-failures'] === 0) return;
  await adjustEndpoint(table, endpoint, {
    set: { 'consecutive-failures': 0, 'failing-since': null },
    when: [{ field: 'consecutive-failures', is: '>', value: 0 }],
  });
}

/** @returns the endpoint with the failure counted, or undefined when it was deleted. */
async function countedEndpoint(table: Table, endpoint: Endpoint, now: Date): Promise<Endpoint | undefined> {
  let isFirst = endpoint.fields['consecutive-failures'] === 0;
  for (;;) {
    const answer = await adjustEndpoint(table, endpoint, isFirst ? firstFailure(now) : furtherFailure);
    if ('record' in answer) return answer.record;
    if (!answer.current) return undefined;
    // The count was started or reset since the endpoint was read.
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

function hasFailedTooLong(
  { fields }: Endpoint,
  { now, limits }: { now: Date; limits: Settings['webhookDisable'] },
): boolean {
  const ageSeconds = (now.getTime() - Date.parse(fields['failing-since'] ?? now.toISOString())) / 1000;
  const isLong = fields['consecutive-failures'] >= limits.failures && ageSeconds >= limits.ageSeconds;
  return fields['is-active'] && isLong;
}
