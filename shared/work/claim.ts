/** Claims an attempt, so that duplicate messages make it only once, and writes its outcome under the claim. */
import { randomUUID } from 'node:crypto';
import { CAUSE_ATTRIBUTE } from '../events/catalogue.ts';
import { ConditionsFailed } from '../table/commit.ts';
import { type Condition, equal } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import type { Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/write.ts';
import { dueAttribute as at, type Claimed, type Due, dueValue, isHeld } from './due.ts';
import { enqueue, type WorkKind } from './kind.ts';

export interface AttemptClaim<Row extends Due> {
  readonly kind: WorkKind<Row>;
  readonly key: Key;
  /** The row's `position` when the message was sent: a message of an earlier attempt claims nothing. */
  readonly attempt: number;
  readonly now: Date;
}

/**
 * Why there is nothing to do. 'unknown': there is no such row. 'finished': no work is left. 'past': the attempt was
 * made already. 'taken': another sender is making it. 'early': it is not due yet, and a new message was sent.
 */
export type NotClaimed = 'unknown' | 'finished' | 'past' | 'taken' | 'early';

/**
 * Claims the attempt that a message asks for. A claim expires: the sweep then sends another message, and its receiver
 * can claim the attempt again.
 * @returns the row as claimed, or why the attempt could not be claimed.
 * @example
 * const claimed = await claim(table, { kind: validationWork, key, attempt: message.attempt, now });
 * if (typeof claimed === 'string') return;
 */
export async function claim<Row extends Due>(
  table: Table,
  request: AttemptClaim<Row>,
): Promise<Claimed<Row> | NotClaimed> {
  const { kind, now } = request;
  const claimedUntil = new Date(now.getTime() + kind.claimSeconds * 1000).toISOString();
  const claimant = randomUUID();
  // The row keeps its place in the due index: that is where the sweep finds it when the claim has expired.
  const write = {
    update: request.key,
    // Claimed, the row no longer wakes publish-changes.
    with: [
      { set: at('claimedUntil'), to: claimedUntil },
      { set: at('claimant'), to: claimant },
      { remove: CAUSE_ATTRIBUTE },
    ],
    condition: isClaimable(request),
  };
  try {
    const row = await table.commit([write], { returning: 'new' });
    return row ? { ...kind.read(row), claimedUntil } : 'unknown';
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    const [row] = error.failed.values();
    if (!row) return 'unknown';
    // The answer to the write got lost, and the client tried again.
    if (dueValue(row, 'claimant') === claimant) return { ...kind.read(row), claimedUntil };
    return whyNotClaimed(row, request);
  }
}

function isClaimable({ attempt, now }: Pick<AttemptClaim<Due>, 'attempt' | 'now'>): Condition {
  const moment = now.toISOString();
  return {
    all: [
      { exists: at('dueAt') },
      equal(at('position'), attempt),
      { path: at('nextAttemptAt'), is: '<=', value: moment },
      {
        any: [equal(at('claimedUntil'), null), { path: at('claimedUntil'), is: '<=', value: moment }],
      },
    ],
  };
}

async function whyNotClaimed<Row extends Due>(
  item: Item,
  { kind, attempt, now }: AttemptClaim<Row>,
): Promise<NotClaimed> {
  if (dueValue(item, 'dueAt') === undefined) return 'finished';
  const row = kind.read(item);
  if (row.position !== attempt) return 'past';
  if (row.nextAttemptAt <= now.toISOString()) return 'taken';
  // Clocks differ slightly, and queues delay by whole seconds.
  await enqueue(kind, [row], now);
  return 'early';
}

/**
 * Records the outcome of an attempt: puts the row as it is after it, or deletes it.
 * @returns false when the claim has expired and another sender has taken over. Nothing was written then.
 * @example await writeHeld(table, claimed, { put: toValidationItem(after) })
 */
export const writeHeld = (
  table: Table,
  claimed: Claimed<Due>,
  write: { readonly put: Item & Key } | { readonly delete: Key },
): Promise<boolean> => writeIf(table, { ...write, condition: isHeld(claimed) });

/** @returns whether the condition of the write held. */
export async function writeIf(table: Table, write: Write): Promise<boolean> {
  try {
    await table.commit([write]);
    return true;
  } catch (error) {
    if (error instanceof ConditionsFailed) return false;
    throw error;
  }
}
