/**
 * Failures in a row, kept on the endpoint's record, and what they lead to. Counted in place rather than by saving the
 * record as it was read: attempts to one endpoint end side by side, and must not make each other start over. Every
 * count is a new version, so that a PATCH under way starts over instead of putting an old count back.
 */
import type { Settings } from '../settings.ts';
import { type StoredRecord, toRecord } from '../table/records.ts';
import type { Table } from '../table/table.ts';
import { fieldsOf } from './endpoint.ts';
import { about, type EndpointUpdate, updateEndpoint } from './endpoint-update.ts';

/** @returns whether the failure was the one that disabled the endpoint. */
export async function countFailure(
  table: Table,
  endpoint: StoredRecord,
  { now, limits }: { now: Date; limits: Settings['webhookDisable'] },
): Promise<boolean> {
  const counted = await counting(table, endpoint, now);
  if (!counted || !isWornOut(counted, { now, limits })) return false;
  const since = fieldsOf(counted)['failing-since'];
  const disabled = await updateEndpoint(table, endpoint.id, {
    with: about('SET {is-active} = :false, {disabled-at} = :now ADD {version} :one', {
      ':false': false,
      ':now': now.toISOString(),
      ':one': 1,
    }),
    // Not when its owner switched it meanwhile: that began a new count.
    condition: about('{is-active} = :true AND {failing-since} = :since', { ':true': true, ':since': since }),
  });
  return 'row' in disabled;
}

/** Ends the streak, if the endpoint was read within one. */
export async function countSuccess(table: Table, endpoint: StoredRecord): Promise<void> {
  if (fieldsOf(endpoint)['consecutive-failures'] === 0) return;
  await updateEndpoint(table, endpoint.id, {
    with: about('SET {consecutive-failures} = :zero, {failing-since} = :none ADD {version} :one', {
      ':zero': 0,
      ':none': null,
      ':one': 1,
    }),
    condition: about('{consecutive-failures} > :zero', { ':zero': 0 }),
  });
}

/** @returns the endpoint as counted, or undefined when it is gone. */
async function counting(table: Table, endpoint: StoredRecord, now: Date): Promise<StoredRecord | undefined> {
  let isFirst = fieldsOf(endpoint)['consecutive-failures'] === 0;
  for (;;) {
    const answer = await updateEndpoint(table, endpoint.id, isFirst ? firstFailure(now) : furtherFailure);
    if ('row' in answer) return toRecord(answer.row);
    if (!answer.standing) return undefined;
    // A streak began or ended since the endpoint was read.
    isFirst = fieldsOf(toRecord(answer.standing))['consecutive-failures'] === 0;
  }
}

const firstFailure = (now: Date): EndpointUpdate => ({
  with: about('SET {consecutive-failures} = :one, {failing-since} = :now ADD {version} :one', {
    ':one': 1,
    ':now': now.toISOString(),
  }),
  condition: about('{consecutive-failures} = :zero', { ':zero': 0 }),
});

const furtherFailure: EndpointUpdate = {
  with: about('SET {consecutive-failures} = {consecutive-failures} + :one ADD {version} :one', { ':one': 1 }),
  condition: about('{consecutive-failures} > :zero', { ':zero': 0 }),
};

function isWornOut(
  endpoint: StoredRecord,
  { now, limits }: { now: Date; limits: Settings['webhookDisable'] },
): boolean {
  const {
    'consecutive-failures': failures,
    'failing-since': since,
    'is-active': isActive,
  } = fieldsOf(endpoint);
  const ageSeconds = (now.getTime() - Date.parse(since ?? now.toISOString())) / 1000;
  return isActive && failures >= limits.failures && ageSeconds >= limits.ageSeconds;
}
