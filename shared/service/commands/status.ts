/** Shows queues, dead letters, background work, waiting requests and the last sweep. */
import { deliveries } from '../../distribution/api/deliveries.ts';
import { distributionRequests } from '../../distribution/api/distribution-requests.ts';
import { codeStatus } from '../../distribution/codes/code-status.ts';
import type { Run } from '../../kit/commands/listed.ts';
import type { Operation } from '../../kit/commands/operation.ts';
import { countListed } from '../../kit/records/newest-page.ts';
import { lastSweepKey } from '../../kit/work/due.ts';
import { workStatus } from '../../kit/work/work-status.ts';
import type { status } from '../commands.ts';
import { kindsOfWork } from '../kinds-of-work.ts';
import { queueStatus } from '../queue-status.ts';
import { streamStatus } from '../stream-notes.ts';

export const run: Run<typeof status> = async (_, operation) => {
  const { table, now } = operation;
  const [sweep, { queues, givenUp }, work, pending, preapproved, failing, codes] = await Promise.all([
    lastSweep(operation),
    queueStatus(),
    workStatus({ table, now, kinds: kindsOfWork }),
    countListed(operation, distributionRequests, 'pending'),
    countListed(operation, distributionRequests, 'preapproved'),
    countListed(operation, deliveries, 'failing'),
    codeStatus(operation),
  ]);
  const stream = await streamStatus(table, now, sweep && String(sweep.at));
  const counts = {
    'requests to review': pending,
    'requests of owners to approve': preapproved,
    'failing deliveries': failing,
  };
  return {
    at: now.toISOString(),
    'last-sweep': sweep,
    stream,
    queues,
    'given-up': givenUp,
    work: work.kinds,
    records: Object.entries(counts).map(([what, { isWhole: _, ...counted }]) => ({ what, ...counted })),
    codes,
    // Otherwise, the numbers of work and records are lower bounds.
    'all-counted': [work, pending, preapproved, failing].every(({ isWhole }) => isWhole),
  };
};

async function lastSweep({ table }: Operation) {
  const row = await table.get(lastSweepKey);
  if (!row) return null;
  const { at, durationMs, woken, faults } = row;
  return { at, 'duration-ms': durationMs, 'messages-sent': woken, faults };
}
