/** Sends all events again whose delivery to an endpoint was given up, for owners and operators. */
import type { Key } from '../../kit/table/keys.ts';
import { isRunning } from '../../kit/work/due.ts';
import { batchesOf } from '../../platform/batches.ts';
import { eventKey, historyEnds } from './event-record.ts';
import { type Saving, type StoredEvent, toStoredEvent } from './event-work.ts';
import { type Failure, failuresSince } from './failures.ts';
import { renewDeliveries, resend } from './resend.ts';

/** The number of deliveries in one call. @internal For a test. */
export const MAX_RECOVERED = 1000;

interface Recovered {
  /** The number of deliveries that are pending again. */
  readonly resent: number;
  /** Whether there are others. */
  readonly more: boolean;
}

const EVENTS_PER_READ = 100;
const CONCURRENT_WRITES = 10;

/** @param since ISO 8601 in UTC with milliseconds, compared with when a delivery was given up. */
export async function recover(saving: Saving, endpointId: string, since: string): Promise<Recovered> {
  const failures = await failuresSince(saving.table, endpointId, { since, limit: MAX_RECOVERED + 1 });
  const outcomes: Outcome[] = [];
  for (const some of batchesOf(failures.slice(0, MAX_RECOVERED), EVENTS_PER_READ)) {
    const events = await readEvents(saving, some);
    for (const batch of batchesOf(some, CONCURRENT_WRITES)) {
      const all = batch.map(async (failure) => {
        const event = events.get(failure.eventId);
        return event && isCurrent(event, failure, { endpointId, now: saving.now })
          ? sendAgain(saving, event, endpointId)
          : forget(saving, failure.key);
      });
      outcomes.push(...(await Promise.all(all)));
    }
  }
  const resent = outcomes.filter((each) => each === 'resent').length;
  return { resent, more: failures.length > MAX_RECOVERED || outcomes.includes('busy') };
}

/** 'busy': attempts are being made. 'pending': others have sent the event again. 'old': it is not listed. */
type Outcome = 'resent' | 'busy' | 'pending' | 'old';

async function readEvents(
  { table }: Saving,
  failures: readonly Failure[],
): Promise<ReadonlyMap<string, StoredEvent>> {
  const ids = [...new Set(failures.map(({ eventId }) => eventId))];
  const rows = await table.getMany(ids.map(eventKey), true);
  return new Map(rows.map(toStoredEvent).map((event) => [event.record.id, event]));
}

function isCurrent(
  { record: { fields } }: StoredEvent,
  { failedAt }: Failure,
  { endpointId, now }: { readonly endpointId: string; readonly now: Date },
): boolean {
  const delivery = fields.deliveries[endpointId];
  const isListed = historyEnds(fields['created-at']) >= now.getTime() / 1000;
  return isListed && delivery?.status === 'failed' && delivery.failedAt === failedAt;
}

async function sendAgain(saving: Saving, event: StoredEvent, endpointId: string): Promise<Outcome> {
  if (isRunning(event, saving.now)) return 'busy';
  if (await renewDeliveries(saving, event, [endpointId])) return 'resent';
  // It has changed since it was read.
  const again = await resend(saving, { eventId: event.record.id, endpointId });
  const obstacle = again?.results[0]?.obstacle;
  if (!again || !obstacle) return again ? 'resent' : 'old';
  return obstacle === 'busy' ? 'busy' : 'pending';
}

/** The row of an event that has expired, or that another version of the service has sent again. */
async function forget({ table }: Saving, key: Key): Promise<Outcome> {
  await table.commit([{ delete: key }]);
  return 'old';
}
