/** Shows queues, dead letters, background work, waiting requests and the last sweep. */

import { deliveries } from '../../distribution/api/deliveries.ts';
import { distributionRequests } from '../../distribution/api/distribution-requests.ts';
import { countUnacknowledged } from '../../distribution/awaiting/silent-stores.ts';
import { codeStatus } from '../../distribution/codes/code-status.ts';
import type { Run } from '../../kit/commands/listed.ts';
import type { Operation } from '../../kit/commands/operation.ts';
import { countListed } from '../../kit/records/newest-page.ts';
import type { Store } from '../../kit/records/store.ts';
import { lastSweepKey } from '../../kit/work/due.ts';
import { workStatus } from '../../kit/work/work-status.ts';
import { analyticsReports } from '../../usage/api/analytics-reports.ts';
import { FAILED } from '../../usage/keys.ts';
import { webhookEndpoints } from '../../webhooks/api/webhook-endpoints.ts';
import { failingEndpoints } from '../../webhooks/commands/endpoint-trouble.ts';
import { isMissed } from '../../webhooks/commands/waiting-endpoints.ts';
import { DISABLED, FAILING } from '../../webhooks/keys.ts';
import type { status } from '../commands.ts';
import { kindsOfWork } from '../kinds-of-work.ts';
import { queueStatus } from '../queue-status.ts';
import { streamStatus } from '../stream-notes.ts';
import { unreadableStatus } from '../unreadable-rows.ts';

export const run = (async (_, operation) => {
  const { table, now } = operation;
  const [sweep, { queues, givenUp }, work, records, codes] = await Promise.all([
    lastSweep(operation),
    queueStatus(),
    workStatus({ table, now, kinds: kindsOfWork }),
    Promise.all(counted.map(async ({ what, of }) => ({ what, ...(await of(operation)) }))),
    codeStatus(operation),
  ]);
  const stream = await streamStatus(table, now, sweep && String(sweep.at));
  const unreadable = await unreadableStatus(table);
  const endpoints = await failingEndpoints(operation, MAX_ENDPOINTS);
  return {
    at: now.toISOString(),
    'last-sweep': sweep,
    stream,
    queues,
    'given-up': givenUp,
    work: work.kinds,
    records: records.map(({ isWhole: _, ...shown }) => shown),
    'failing-endpoints': endpoints,
    codes,
    'unreadable-rows': unreadable,
    // Otherwise, the numbers of work and records are lower bounds.
    'all-counted': [work, ...records].every(({ isWhole }) => isWhole),
  };
}) satisfies Run<typeof status>;

/** Of those that fail, the newest are shown. `records` has their number. */
const MAX_ENDPOINTS = 5;

/** Records that wait for a person. */
const counted = [
  {
    what: 'requests to review',
    of: (store: Store) => countListed(store, distributionRequests, { list: 'pending' }),
  },
  {
    what: 'requests of owners to approve',
    of: (store: Store) => countListed(store, distributionRequests, { list: 'preapproved' }),
  },
  {
    what: 'failing deliveries',
    of: (store: Store) => countListed(store, deliveries, { list: 'failing' }),
  },
  {
    what: 'deliveries without an acknowledgement in time',
    of: ({ table, now }: Store) => countUnacknowledged(table, now),
  },
  {
    what: 'failing webhook endpoints',
    of: (store: Store) => countListed(store, webhookEndpoints, { list: FAILING, since: 'failing-since' }),
  },
  {
    what: 'webhook endpoints disabled by failures',
    of: (store: Store) =>
      countListed(store, webhookEndpoints, { list: DISABLED, passes: isMissed, since: 'disabled-at' }),
  },
  {
    what: 'failed analytics reports',
    of: (store: Store) => countListed(store, analyticsReports, { list: FAILED, since: 'updated-at' }),
  },
] as const;

async function lastSweep({ table }: Operation) {
  const row = await table.get(lastSweepKey);
  if (!row) return null;
  const { at, durationMs, woken, faults } = row;
  return { at: String(at), 'duration-ms': durationMs, 'messages-sent': woken, faults };
}
