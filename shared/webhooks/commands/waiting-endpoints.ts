/** Endpoints that fail, or that the service has disabled because they failed. Their owners miss events. */
import { organizationsOf } from '../../accounts/organizations-of.ts';
import type { WaitingList } from '../../kit/commands/waiting.ts';
import { listPartitions, newestPage } from '../../kit/records/newest-page.ts';
import type { Store } from '../../kit/records/store.ts';
import { readSettings } from '../../platform/settings.ts';
import { webhookEndpoints } from '../api/webhook-endpoints.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import type { Disabler } from '../rules/disablers.ts';
import { reasonOf } from './endpoint-failure.ts';

/** @returns newest first. */
export async function waitingEndpoints(store: Store, limit: number): Promise<WaitingList> {
  const late = new Date(store.now.getTime() - readSettings().lateAfterSeconds.endpoints * 1000).toISOString();
  const isLate = (fields: Readonly<Record<string, unknown>>) => isWaiting(fields, late);
  const partitions = listPartitions(store, webhookEndpoints);
  const page = await newestPage(store, webhookEndpoints, {
    partitions,
    limit,
    passes: isLate,
    after: undefined,
  });
  // The index can be behind the records.
  const waiting = page.records.filter(({ fields }) => isLate(fields));
  const organizations = await organizationsOf(
    store,
    waiting.map(({ ownerId }) => ownerId),
  );
  const items = waiting.map((endpoint) => {
    const { ownerId, fields } = endpoint;
    const of = organizations.get(ownerId)?.['organization-name'] ?? `user ${ownerId}`;
    const failures = `after ${fields['consecutive-failures']} failures in a row`;
    const failure = reasonOf(endpoint);
    const about = `${hostOf(fields.url)} of ${of}, ${failures}${failure === null ? '' : `: ${failure}`}`;
    return { ...(fields['is-active'] ? failing(endpoint) : disabled(endpoint)), id: endpoint.id, about };
  });
  return { items, isWhole: page.after === null };
}

const failing = ({ id, fields }: Endpoint) => ({
  what: 'failing webhook endpoint',
  since: fields['failing-since'],
  resolve: `tell the owner why the attempts failed, and after the repair recover-endpoint ${id}`,
});

const disabled = ({ id, fields }: Endpoint) => ({
  what: 'disabled webhook endpoint',
  since: fields['disabled-at'],
  resolve: `ask the owner to repair and enable it, then recover-endpoint ${id}`,
});

/**
 * False for an endpoint that its owner has disabled while deliveries succeeded, or that has missed no event.
 * @param late when an active one must have begun to fail.
 */
function isWaiting(fields: Readonly<Record<string, unknown>>, late: string): boolean {
  const since = fields['failing-since'];
  if (typeof since !== 'string') return false;
  return fields['is-active'] === true ? since <= late : isMissed(fields);
}

/** Whether an endpoint that is disabled was failing before, so that its owner may not know. */
export const isMissed = (fields: Readonly<Record<string, unknown>>): boolean =>
  typeof fields['failing-since'] === 'string' && !NOT_WAITING.has(fields['disabled-by']);

/** Whoever disabled it did so deliberately. */
const NOT_WAITING: ReadonlySet<unknown> = new Set(['user', 'operator'] satisfies Disabler[]);

/** Paths and queries can be secret. */
const hostOf = (url: string): string => new URL(url).host;
