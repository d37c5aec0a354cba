/** Endpoints that the service has disabled, because all their deliveries failed. Their owners miss events. */
import { organizationsOf } from '../../accounts/organizations-of.ts';
import type { WaitingList } from '../../kit/commands/waiting.ts';
import { listPartitions, newestPage } from '../../kit/records/newest-page.ts';
import type { Store } from '../../kit/records/store.ts';
import { webhookEndpoints } from '../api/webhook-endpoints.ts';
import type { Disabler } from '../rules/disablers.ts';

/** @returns newest first. */
export async function waitingEndpoints(store: Store, limit: number): Promise<WaitingList> {
  const partitions = listPartitions(store, webhookEndpoints);
  const passes = isFailing;
  const page = await newestPage(store, webhookEndpoints, { partitions, limit, passes, after: undefined });
  // The index can be behind the records.
  const failing = page.records.filter(({ fields }) => !fields['is-active'] && isFailing(fields));
  const organizations = await organizationsOf(
    store,
    failing.map(({ ownerId }) => ownerId),
  );
  const items = failing.map(({ id, ownerId, fields }) => ({
    what: 'disabled webhook endpoint',
    id,
    since: fields['disabled-at'],
    about: `${hostOf(fields.url)} of ${organizations.get(ownerId)?.['organization-name'] ?? `user ${ownerId}`}, after ${fields['consecutive-failures']} failures in a row`,
    resolve: `ask the owner to repair and enable it, then recover-endpoint ${id}`,
  }));
  return { items, isWhole: page.after === null };
}

/** False if the owner has disabled it while deliveries succeeded, or if nobody waits for it. */
const isFailing = (fields: Readonly<Record<string, unknown>>): boolean =>
  fields['failing-since'] !== null && !NOT_WAITING.has(fields['disabled-by']);

/** Whoever disabled it did so deliberately. */
const NOT_WAITING: ReadonlySet<unknown> = new Set(['user', 'operator'] satisfies Disabler[]);

/** Paths and queries can be secret. */
const hostOf = (url: string): string => new URL(url).host;
