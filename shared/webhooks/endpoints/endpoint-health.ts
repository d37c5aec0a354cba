/**
 * Counts consecutive failures on the endpoint's record, disables the endpoint after too many, and marks slow
 * endpoints. Updates in place, because concurrent attempts would otherwise keep retrying each other's saves.
 */
import { type Adjustment, adjust } from '../../kit/records/adjust.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Settings } from '../../platform/settings.ts';
import { webhookEndpoints } from '../api/webhook-endpoints.ts';
import type { AttemptResult } from '../attempt-result.ts';
import { DISABLED, FAILING, webhookKeyRows } from '../keys.ts';
import { type Disabling, disabledFields } from '../rules/disablers.ts';
import type { Endpoint } from './endpoint.ts';
import { HANGING } from './endpoint-pace.ts';

/** Endpoints have no relationships, so no other types are needed. */
const api = { resources: [webhookEndpoints], keys: webhookKeyRows };

type EndpointAdjustment = Adjustment<typeof webhookEndpoints>;

const adjustEndpoint = (table: Table, { id }: Pick<Endpoint, 'id'>, adjustment: EndpointAdjustment) =>
  adjust(table, { api, resource: webhookEndpoints, id }, adjustment);

/**
 * Disables an endpoint for its user or an operator.
 * @returns the endpoint as it is then, or undefined if it was deleted. One that is disabled already stays as it is.
 */
export async function disableEndpoint(
  table: Table,
  endpoint: Pick<Endpoint, 'id'>,
  disabling: Disabling,
): Promise<Endpoint | undefined> {
  const adjusted = await adjustEndpoint(table, endpoint, {
    set: disabledFields(disabling),
    list: DISABLED,
    when: [{ field: 'is-active', is: '=', value: true }],
  });
  return 'record' in adjusted ? adjusted.record : adjusted.current;
}

interface FailedAttempt {
  readonly now: Date;
  readonly result: Pick<AttemptResult, 'at' | 'status' | 'error'>;
  readonly limits: Settings['webhookDisable'];
  /** The mark after the attempt. */
  readonly mark: number | null;
}

/** @returns whether this failure disabled the endpoint. */
export async function countFailure(
  table: Table,
  endpoint: Endpoint,
  { now, limits, mark, result }: FailedAttempt,
): Promise<boolean> {
  const counted = await addFailure(table, endpoint, { now, mark, result });
  if (!counted || !hasFailedTooLong(counted, { now, limits })) return false;
  const disabled = await adjustEndpoint(table, endpoint, {
    set: disabledFields({ by: 'failures', at: now.toISOString() }),
    list: DISABLED,
    // Fails if the owner has enabled or disabled the endpoint since, which restarts the count.
    when: [
      { field: 'is-active', is: '=', value: true },
      { field: 'failing-since', is: '=', value: counted.fields['failing-since'] },
    ],
  });
  return 'record' in disabled;
}

/** Resets the count and changes the mark, but writes only if either differs from what was read. */
export async function countSuccess(table: Table, endpoint: Endpoint, mark: number | null): Promise<void> {
  const hadFailures = endpoint.fields['consecutive-failures'] > 0;
  const set = {
    ...(hadFailures && { 'consecutive-failures': 0, 'failing-since': null, 'last-failure': null }),
    ...changedMark(endpoint, mark),
  };
  if (Object.keys(set).length === 0) return;
  const adjusted = await adjustEndpoint(table, endpoint, {
    set,
    ...(hadFailures ? { ...listedIfActive(endpoint, null), ...whileFailing(endpoint) } : { when: [] }),
  });
  // Another attempt has reset the count concurrently.
  if (!('record' in adjusted) && adjusted.current) await countSuccess(table, adjusted.current, mark);
}

/** Marks an endpoint while an attempt is still waiting, so that few other attempts start. */
export async function markHanging(table: Table, endpoint: Endpoint): Promise<void> {
  if (endpoint.fields[MARK] !== null) return;
  const when = [{ field: MARK, is: '=', value: null } as const];
  await adjustEndpoint(table, endpoint, { set: { [MARK]: HANGING }, when });
}

const MARK = 'slow-seconds';

const changedMark = ({ fields }: Endpoint, mark: number | null) =>
  fields[MARK] === mark ? {} : { [MARK]: mark };

/** @returns the endpoint with the failure counted, or undefined if it was deleted. */
async function addFailure(
  table: Table,
  endpoint: Endpoint,
  { now, mark, result: { at, status, error } }: Omit<FailedAttempt, 'limits'>,
): Promise<Endpoint | undefined> {
  let last = endpoint;
  for (;;) {
    const isFirst = last.fields['consecutive-failures'] === 0;
    const { set, ...adjustment } = isFirst ? firstFailure(last, now) : furtherFailure;
    const failure = { 'last-failure': { at, status, error } };
    const all = { ...adjustment, set: { ...set, ...failure, ...changedMark(endpoint, mark) } };
    const adjusted = await adjustEndpoint(table, endpoint, all);
    if ('record' in adjusted) return adjusted.record;
    if (!adjusted.current) return undefined;
    // The count was started or reset, or the endpoint disabled, after it was read.
    last = adjusted.current;
  }
}

/** An endpoint that is disabled stays in the list of those. */
const listedIfActive = ({ fields }: Endpoint, list: string | null): Pick<EndpointAdjustment, 'list'> =>
  fields['is-active'] ? { list } : {};

const asActive = ({ fields }: Endpoint) =>
  ({ field: 'is-active', is: '=', value: fields['is-active'] }) as const;

const whileFailing = (endpoint: Endpoint): Pick<EndpointAdjustment, 'when'> => ({
  when: [{ field: 'consecutive-failures', is: '>', value: 0 }, asActive(endpoint)],
});

const firstFailure = (endpoint: Endpoint, now: Date): EndpointAdjustment => ({
  set: { 'consecutive-failures': 1, 'failing-since': now.toISOString() },
  ...listedIfActive(endpoint, FAILING),
  when: [{ field: 'consecutive-failures', is: '=', value: 0 }, asActive(endpoint)],
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
