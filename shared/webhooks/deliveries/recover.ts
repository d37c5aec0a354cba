/** Sends the events again that requests have promised. It may run again, or be interrupted, at any step. */
import { recordOf } from '../../kit/records/rows.ts';
import { equal } from '../../kit/table/expressions.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Attempt, Outcome } from '../../kit/work/attempt.ts';
import { writeIf } from '../../kit/work/claim.ts';
import { type Claimed, isHeld, isHeldIn, isRunning } from '../../kit/work/due.ts';
import { batchesOf } from '../../platform/batches.ts';
import { webhookEndpoints } from '../api/webhook-endpoints.ts';
import { endpointKey } from '../endpoints/endpoint.ts';
import { eventKey, historyEnds } from './event-record.ts';
import { type Saving, type StoredEvent, toStoredEvent } from './event-work.ts';
import { type Failure, failuresWithin } from './failures.ts';
import { type Recovery, recoveryWork } from './recovery-work.ts';
import { renewDeliveries, resend } from './resend.ts';

const EVENTS_PER_READ = 99;
const CONCURRENT_WRITES = 10;
/** A round of attempts ends in this time. */
const BUSY_MS = 35_000;
/** The sender has 30 s, in which it may also make attempts. */
const LONGEST_MS = 10_000;

interface RecoveryLine {
  readonly message: 'webhook.recovered';
  /**
   * 'part': others follow immediately. 'busy': attempts of some events are being made, so that others follow
   * later. 'disabled': the deliveries that are left stay failed.
   */
  readonly outcome: 'done' | 'part' | 'busy' | 'disabled' | 'overtaken';
  readonly resent: number;
}

type Making = Attempt<Recovery>;

/** One attempt, for all that is promised until it ends. */
export async function recover(making: Making): Promise<Outcome<Recovery, RecoveryLine>> {
  const { claimed, table, now } = making;
  const line = (outcome: RecoveryLine['outcome'], resent: number) =>
    ({ message: 'webhook.recovered', outcome, resent }) as const;
  const until = now().getTime() + LONGEST_MS;
  let current: Claimed<Recovery> = claimed;
  let resent = 0;
  for (;;) {
    const done = await recoverStretches({ ...making, claimed: current }, until);
    resent += done.resent;
    if (done.endpoint === 'deleted') return 'gone';
    const { outcome, nextAt } = endOf(done, now());
    const next = nextAt && recoveryWork.next(current, nextAt);
    const key = recoveryWork.key(current.endpointId);
    const condition = { all: [isHeld(current), equal('revision', current.revision)] };
    const write = next ? { put: recoveryWork.item(next), condition } : { delete: key, condition };
    if (await writeIf(table, write)) return { is: 'recorded', line: line(outcome, resent), next };
    // A request has promised more in the meantime.
    const [row] = await table.getMany([key], true);
    if (!row || !isHeldIn(row, current)) return { is: 'recorded', line: line('overtaken', resent) };
    current = { ...current, ...recoveryWork.read(row), claimedUntil: current.claimedUntil };
  }
}

interface End {
  readonly outcome: RecoveryLine['outcome'];
  /** When the next attempt begins, if one is needed. */
  readonly nextAt?: Date;
}

function endOf({ endpoint, isPart, busy }: Done, now: Date): End {
  if (endpoint === 'disabled') return { outcome: 'disabled' };
  if (isPart) return { outcome: 'part', nextAt: now };
  if (busy > 0) return { outcome: 'busy', nextAt: new Date(now.getTime() + BUSY_MS) };
  return { outcome: 'done' };
}

interface Done {
  readonly endpoint: 'active' | 'disabled' | 'deleted';
  readonly resent: number;
  /** Events of which attempts are being made. */
  readonly busy: number;
  /** Whether the time was up. */
  readonly isPart: boolean;
}

async function recoverStretches(making: Making, until: number): Promise<Done> {
  const { claimed, table, now, lease } = making;
  const { endpointId } = claimed;
  const count = { resent: 0, busy: 0, isPart: false };
  for (const { from: first, upTo } of claimed.stretches) {
    for (let from = first; ; ) {
      const failures = await failuresWithin(table, endpointId, { from, upTo, limit: EVENTS_PER_READ });
      const last = failures.at(-1);
      if (!last) break;
      await lease.keep();
      const batch = await readBatch(table, endpointId, failures);
      if (batch.endpoint !== 'active') return { ...count, endpoint: batch.endpoint };
      const outcomes = await sendAll({ table, now: now() }, endpointId, { ...batch, failures });
      count.resent += outcomes.filter((each) => each === 'resent').length;
      count.busy += outcomes.filter((each) => each === 'busy').length;
      from = `${last.key.sk} `;
      if (now().getTime() >= until) return { ...count, endpoint: 'active', isPart: true };
    }
  }
  return { ...count, endpoint: 'active' };
}

interface Batch {
  readonly endpoint: Done['endpoint'];
  readonly events: ReadonlyMap<string, StoredEvent>;
}

/** Reads the endpoint with each batch, because its owner may disable or delete it. */
async function readBatch(table: Table, endpointId: string, failures: readonly Failure[]): Promise<Batch> {
  const ids = [...new Set(failures.map(({ eventId }) => eventId))];
  const { pk } = endpointKey(endpointId);
  const rows = await table.getMany([endpointKey(endpointId), ...ids.map(eventKey)], true);
  const row = rows.find((each) => each['pk'] === pk);
  const events = rows.filter((each) => each !== row).map(toStoredEvent);
  const isActive = row && recordOf(webhookEndpoints, row).fields['is-active'];
  return {
    endpoint: row ? (isActive ? 'active' : 'disabled') : 'deleted',
    events: new Map(events.map((event) => [event.record.id, event])),
  };
}

/** 'busy': attempts are being made. 'pending': others have sent it again. 'old': it is not listed any more. */
type Sent = 'resent' | 'busy' | 'pending' | 'old';

/**
 * First writes the events, then deletes the rows of their failures together, which costs less than transactions.
 * After a crash in between, these rows are not current any more, and are deleted by the next attempt.
 */
async function sendAll(
  saving: Saving,
  endpointId: string,
  { failures, events }: Pick<Batch, 'events'> & { readonly failures: readonly Failure[] },
): Promise<Sent[]> {
  const outcomes: Sent[] = [];
  const done: Key[] = [];
  for (const some of batchesOf(failures, CONCURRENT_WRITES)) {
    const all = some.map(async (failure): Promise<Sent> => {
      const event = events.get(failure.eventId);
      if (event && isCurrent(event, failure, { endpointId, now: saving.now }))
        return sendAgain(saving, event, { endpointId, done, failure });
      done.push(failure.key);
      return 'old';
    });
    outcomes.push(...(await Promise.all(all)));
  }
  await saving.table.deleteMany(done);
  return outcomes;
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

async function sendAgain(
  saving: Saving,
  event: StoredEvent,
  { endpointId, done, failure }: { endpointId: string; done: Key[]; failure: Failure },
): Promise<Sent> {
  if (isRunning(event, saving.now)) return 'busy';
  if (await renewDeliveries({ ...saving, keepsFailures: true }, event, [endpointId])) {
    done.push(failure.key);
    return 'resent';
  }
  // It has changed since it was read.
  const again = await resend(saving, { eventId: event.record.id, endpointId });
  const obstacle = again?.results[0]?.obstacle;
  if (!again || !obstacle) return again ? 'resent' : 'old';
  return obstacle === 'busy' ? 'busy' : 'pending';
}
