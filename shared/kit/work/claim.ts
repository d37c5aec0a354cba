/** Claims an attempt, so that duplicate messages make it only once, and writes its outcome under the claim. */
import { randomUUID } from 'node:crypto';
import { CAUSE_ATTRIBUTE } from '../table/causes.ts';
import { ConditionsFailed } from '../table/commit.ts';
import { type Assignment, type Condition, equal, holds } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import type { Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/write.ts';
import { dueAttribute as at, type Claimed, type Due, dueValue, isHeld } from './due.ts';
import { dueAt, dueBy } from './due-keys.ts';
import { enqueue, type WorkKind } from './kind.ts';

export interface AttemptClaim<Row extends Due> {
  readonly kind: WorkKind<Row>;
  readonly key: Key;
  /** The row's `position` when the message was sent: a message of an earlier attempt claims nothing. */
  readonly attempt: number;
  readonly now: Date;
}

/**
 * A claim is for so long, and is renewed while the work goes on (`hold`). With the minute of the sweep, work that a crash
 * interrupts goes on within two minutes.
 */
export const CLAIM_SECONDS = 45;

/**
 * Why there is nothing to do. 'unknown': there is no such row. 'finished': no work is left. 'past': the attempt was
 * made already. 'taken': another sender is making it. 'early': it is not due yet, and another message follows.
 */
export type NotClaimed = 'unknown' | 'finished' | 'past' | 'taken' | 'early';

/**
 * Claims the attempt that a message asks for. A claim expires: the sweep then sends another message, and its receiver
 * can claim the attempt again.
 * @returns the row as claimed, or why the attempt could not be claimed.
 */
export async function claim<Row extends Due>(
  table: Table,
  request: AttemptClaim<Row>,
): Promise<Claimed<Row> | NotClaimed> {
  const { kind, now } = request;
  const expires = claimExpiry(now);
  const claimed = { claimedUntil: expires.toISOString(), claimant: randomUUID() };
  const place = dueBy(expires);
  const writes = [
    // The row keeps its place in the due index, where the sweep finds it when the claim has expired.
    claimWrite(request, claimed, { condition: { path: at('dueAt'), is: '<=', value: place }, also: [] }),
    // The sweep has sent messages for it and would look at it much later.
    claimWrite(request, claimed, {
      condition: { exists: at('dueAt') },
      also: [{ set: at('dueAt'), to: dueAt(expires, request.key) }, { remove: at('notices') }],
    }),
  ];
  let row: Item | undefined;
  for (const write of writes) {
    try {
      const taken = await table.commit([write], { returning: 'new' });
      return taken ? asClaimed(kind, taken, claimed) : 'unknown';
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      [row] = error.failed.values();
      // The response to the write was lost, and the client repeated it.
      if (row && dueValue(row, 'claimant') === claimed.claimant) return asClaimed(kind, row, claimed);
      if (!holds(isClaimable(request), row)) break;
    }
  }
  return row ? whyNotClaimed(row, request) : 'unknown';
}

type Claim = Pick<Claimed<Due>, 'claimedUntil' | 'claimant'>;

const asClaimed = <Row extends Due>(kind: WorkKind<Row>, row: Item, held: Claim): Claimed<Row> => ({
  ...kind.read(row),
  ...held,
  waits: Number(dueValue(row, 'waits') ?? 0),
});

export const claimExpiry = (now: Date): Date => new Date(now.getTime() + CLAIM_SECONDS * 1000);

function claimWrite(
  request: AttemptClaim<Due>,
  { claimedUntil, claimant }: Claim,
  { condition, also }: { readonly condition: Condition; readonly also: readonly Assignment[] },
): Write {
  return {
    update: request.key,
    // Claimed, the row no longer wakes publish-changes.
    with: [
      { set: at('claimedUntil'), to: claimedUntil },
      { set: at('claimant'), to: claimant },
      { remove: CAUSE_ATTRIBUTE },
      ...also,
    ],
    condition: { all: [isClaimable(request), condition] },
  };
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
  // Clocks differ slightly, and queues delay by whole seconds. A message that comes much earlier is a copy of another.
  if (Date.parse(row.nextAttemptAt) < now.getTime() + EARLY_MS) await enqueue(kind, [row], now);
  return 'early';
}

const EARLY_MS = 5000;

/**
 * Records the outcome of an attempt: puts the row as it is after it, or deletes it.
 * @returns false when the claim has expired and another sender has taken over. Nothing was written then.
 * @example await writeHeld(table, claimed, { put: validationWork.item(after) })
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
