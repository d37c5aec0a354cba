/**
 * Counts an endpoint's consecutive failures on its record, disables it after too many, and marks it while it is slow.
 * In place instead of by load and save: concurrent attempts to one endpoint would make each other retry.
 */
import { type Adjustment, adjust } from '../../kit/records/adjust.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Settings } from '../../platform/settings.ts';
import { webhookEndpoints } from '../api/webhook-endpoints.ts';
import { webhookKeyRows } from '../keys.ts';
import type { Endpoint } from './endpoint.ts';
import { HANGING } from './endpoint-pace.ts';

/** Endpoints have no relationships: nothing else needs to be known. */
const api = { resources: [webhookEndpoints], keys: webhookKeyRows };

type EndpointAdjustment = Adjustment<typeof webhookEndpoints>;

const adjustEndpoint = (table: Table, { id }: Endpoint, adjustment: EndpointAdjustment) =>
  adjust(table, { api, resource: webhookEndpoints, id }, adjustment);

export interface Failure {
  readonly now: Date;
  readonly limits: Settings['webhookDisable'];
  /** Of the endpoint after the attempt. */
  readonly mark: number | null;
}

/** @returns whether this failure disabled the endpoint. */
export async function countFailure(
  table: Table,
  endpoint: Endpoint,
  { now, limits, mark }: Failure,
): Promise<boolean> {
  const counted = await countedEndpoint(table, endpoint, { now, mark });
  if (!counted || !hasFailedTooLong(counted, { now, limits })) return false;
  const disabled = await adjustEndpoint(table, endpoint, {
    set: { 'is-active': false, 'disabled-at': now.toISOString() },
    // Not if its owner enabled or disabled it in the meantime, which starts a new count.
    when: [
      { field: 'is-active', is: '=', value: true },
      { field: 'failing-since', is: '=', value: counted.fields['failing-since'] },
    ],
  });
  return 'record' in disabled;
}

/** Resets the count, if the endpoint had failures when it was read, and changes its mark, if it had another. */
export async function countSuccess(table: Table, endpoint: Endpoint, mark: number | null): Promise<void> {
  const hadFailures = endpoint.fields['consecutive-failures'] > 0;
  const set = {
    ...(hadFailures && { 'consecutive-failures': 0, 'failing-since': null }),
    ...changedMark(endpoint, mark),
  };
  if (Object.keys(set).length === 0) return;
  const when = hadFailures ? [{ field: 'consecutive-failures', is: '>', value: 0 } as const] : [];
  const response = await adjustEndpoint(table, endpoint, { set, when });
  // Another attempt has reset the count in the meantime.
  if (!('record' in response) && response.current) await countSuccess(table, response.current, mark);
}

/** Marks an endpoint whose attempt lasts long, before its end is known, so that few others begin in the meantime. */
export async function markHanging(table: Table, endpoint: Endpoint): Promise<void> {
  if (endpoint.fields[MARK] !== null) return;
  const when = [{ field: MARK, is: '=', value: null } as const];
  await adjustEndpoint(table, endpoint, { set: { [MARK]: HANGING }, when });
}

const MARK = 'slow-seconds';

const changedMark = ({ fields }: Endpoint, mark: number | null) =>
  fields[MARK] === mark ? {} : { [MARK]: mark };

/** @returns the endpoint with the failure counted, or undefined when it was deleted. */
async function countedEndpoint(
  table: Table,
  endpoint: Endpoint,
  { now, mark }: Pick<Failure, 'now' | 'mark'>,
): Promise<Endpoint | undefined> {
  let isFirst = endpoint.fields['consecutive-failures'] === 0;
  for (;;) {
    const { set, ...adjustment } = isFirst ? firstFailure(now) : furtherFailure;
    const all = { ...adjustment, set: { ...set, ...changedMark(endpoint, mark) } };
    const response = await adjustEndpoint(table, endpoint, all);
    if ('record' in response) return response.record;
    if (!response.current) return undefined;
    // The count was started or reset since the endpoint was read.
    isFirst = response.current.fields['consecutive-failures'] === 0;
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
