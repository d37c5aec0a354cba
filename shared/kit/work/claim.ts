/** Claims an attempt, so that duplicate messages cannot repeat it, and writes the outcome under the claim. */
import { randomUUID } from 'node:crypto';
import { CAUSE_ATTRIBUTE } from '../table/causes.ts';
import { ConditionsFailed, failedConditions } from '../table/commit.ts';
import { type Assignment, type Condition, equal, holds } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import type { Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { UnreadableRow } from '../table/unreadable-row.ts';
import type { Write } from '../table/write.ts';
import {
  dueAttribute as at,
  type Claimed,
  type Due,
  dueBy,
  dueValue,
  isHeld,
  movedInDueIndex,
  type NotClaimable,
  whyNotClaimable,
} from './due.ts';
import { enqueue, type WorkKind } from './kind.ts';
import { claimsIn, recordFault } from './work-faults.ts';

export interface AttemptClaim<Row extends Due> {
  readonly kind: WorkKind<Row>;
  readonly key: Key;
  /** The row's `position` when the message was sent. Messages of earlier attempts cannot claim later ones. */
  readonly attempt: number;
  readonly now: Date;
}

/**
 * Lifetime of a claim, which `hold` renews during the work. As the sweep runs every minute, work interrupted
 * by a crash continues within two minutes.
 */
export const CLAIM_SECONDS = 45;

/**
 * 'unknown': the row does not exist. 'finished': all work is done. After 'early', another message follows.
 */
export type NotClaimed = 'unknown' | 'finished' | NotClaimable;

/**
 * Claims the attempt of a message. When a claim expires, the sweep sends another message, whose receiver can
 * claim the attempt again.
 */
export async function claim<Row extends Due>(
  table: Table,
  request: AttemptClaim<Row>,
): Promise<Claimed<Row> | NotClaimed> {
  const { now } = request;
  const expires = claimExpiry(now);
  const claimed = { claimedUntil: expires.toISOString(), claimant: randomUUID() };
  const claimEnd = dueBy(expires);
  const writes = [
    // The row keeps its place in the due index, and the sweep finds it once the claim has expired.
    claimWrite(request, claimed, { condition: { path: at('dueAt'), is: '<=', value: claimEnd }, also: [] }),
    // The sweep has moved the row to a later time, so move it back to the end of the claim.
    claimWrite(request, claimed, {
      condition: { exists: at('dueAt') },
      also: movedInDueIndex(request.key, expires),
    }),
  ];
  let row: Item | undefined;
  for (const write of writes) {
    try {
      const claimedRow = await table.commit([write], { returning: 'new' });
      return claimedRow ? await asClaimed(table, request, { row: claimedRow, own: claimed }) : 'unknown';
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      [row] = error.failed.values();
      // The response to the write was lost and the SDK retried it.
      if (row && dueValue(row, 'claimant') === claimed.claimant)
        return asClaimed(table, request, { row, own: claimed });
      if (!holds(isClaimable(request), row)) break;
    }
  }
  return row ? whyNotClaimed(row, request) : 'unknown';
}

type Claim = Pick<Claimed<Due>, 'claimedUntil' | 'claimant'>;

/** @throws if the row cannot be read. The attempt has then ended with a fault. */
async function asClaimed<Row extends Due>(
  table: Table,
  { kind, key, now }: AttemptClaim<Row>,
  { row, own }: { readonly row: Item; readonly own: Claim },
): Promise<Claimed<Row>> {
  const claims = claimsIn(row);
  try {
    return { ...kind.read(row), ...own, waits: Number(dueValue(row, 'waits') ?? 0), claims };
  } catch (error) {
    await recordFault(table, { kind: kind.name, key, claims, condition: isHeld(own), now }, error);
    throw new UnreadableRow(key, error);
  }
}

export const claimExpiry = (now: Date, seconds = CLAIM_SECONDS): Date =>
  new Date(now.getTime() + seconds * 1000);

function claimWrite(
  request: AttemptClaim<Due>,
  { claimedUntil, claimant }: Claim,
  { condition, also }: { readonly condition: Condition; readonly also: readonly Assignment[] },
): Write {
  return {
    update: request.key,
    // Without the cause attribute, claimed rows do not trigger publish-changes.
    with: [
      { set: at('claimedUntil'), to: claimedUntil },
      { set: at('claimant'), to: claimant },
      { remove: CAUSE_ATTRIBUTE },
      { add: at('claims'), by: 1 },
      ...also,
    ],
    condition: { all: [isClaimable(request), condition] },
  };
}

/** The condition of `whyNotClaimable`. */
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
  // Without a reason, another function has taken the attempt since the row was read.
  const reason = whyNotClaimable(row, { attempt, now }) ?? 'taken';
  // Clocks differ slightly and SQS delays by whole seconds. Much earlier messages are duplicates.
  const isSlightlyEarly = Date.parse(row.nextAttemptAt) < now.getTime() + EARLY_MS;
  if (reason === 'early' && isSlightlyEarly) await enqueue(kind, [row], now);
  return reason;
}

const EARLY_MS = 5000;

/**
 * Records the outcome of an attempt by replacing or deleting its row.
 * @returns false if another function has taken over. Nothing was written.
 * @example await writeHeld(table, claimed, { put: validationWork.item(after) })
 */
export const writeHeld = (
  table: Table,
  claimed: Claimed<Due>,
  write: { readonly put: Item & Key } | { readonly delete: Key },
): Promise<boolean> => writeIf(table, { ...write, condition: isHeld(claimed) });

/** @returns false if the condition of the write failed. */
export const writeIf = async (table: Table, write: Write): Promise<boolean> =>
  (await failedConditions(table.commit([write]))) === undefined;
