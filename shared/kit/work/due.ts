/** Rows with scheduled work. They store the time of the next attempt and the current claim. */
import { attributesOf } from '../table/attributes.ts';
import { CAUSE_ATTRIBUTE, WORK_CAUSE } from '../table/causes.ts';
import { type Assignment, type Condition, equal, holds } from '../table/expressions.ts';
import type { Item, Json } from '../table/item.ts';
import { type Key, WHOLE } from '../table/keys.ts';
import { shardOf } from '../table/shards.ts';

/** Times are ISO 8601 in UTC, so they sort as text. */
export interface Due {
  /** Number of attempts made or skipped. */
  readonly position: number;
  readonly nextAttemptAt: string;
  /** When the claim of the running attempt expires, or null if none is running. */
  readonly claimedUntil: string | null;
}

/** SQS limit. */
export const MAX_DELAY_SECONDS = 900;

/**
 * How long before its due time the sweep enqueues a row that has no message yet. A sweep every minute is then
 * early enough, and the message is delayed for the remaining time.
 */
const SWEPT_AHEAD_SECONDS = 90;

/** A row with a claimed attempt. */
export type Claimed<Row extends Due> = Row & {
  readonly claimedUntil: string;
  /** Unique id of the claim. */
  readonly claimant: string;
  /** How often it has waited for other work of its owner. */
  readonly waits: number;
  /** How often the attempt was claimed since its last outcome, with this claim. */
  readonly claims: number;
};

/** The attributes of a row in the due index. Rows with finished work do not have them. */
export interface DueRow extends Due {
  /** Name of the kind of work. */
  readonly dueKind: string;
  readonly dueShard: string;
  readonly dueAt: string;
  /** Unique id of the claim. */
  readonly claimant?: string;
  /** How often the next attempt has waited for other work of its owner. */
  readonly waits?: number;
  /** Number of messages that the sweep has sent for the next attempt. */
  readonly notices?: number;
  /** How often the next attempt was claimed, without an outcome (work-faults.ts). */
  readonly claims?: number;
  /** What was wrong with the last of these. */
  readonly fault?: { readonly at: string; readonly error: string };
}

export const dueAttribute = attributesOf<DueRow>();

export const dueValue = (item: Item, attribute: keyof DueRow): Json | undefined => item[attribute];

const DUE_SHARDS = 8;
export const dueShards: readonly string[] = Array.from({ length: DUE_SHARDS }, (_, shard) => `due#${shard}`);

/** @internal For tests of rows in the index. */
export const dueShardOf = (key: Key): string => `due#${shardOf(key.pk + key.sk, DUE_SHARDS)}`;

/** Sort key: the due time, then the row's key to make it unique. */
export const dueAt = (at: Date, key: Key): string => `${at.toISOString()}#${key.pk}#${key.sk}`;

/** Sorts after all rows due by that time and before all later rows. */
export const dueBy = (at: Date): string => `${at.toISOString()}$`;

/** The row with the time and outcome of the last sweep. */
export const lastSweepKey: Key = { pk: 'last-sweep', sk: WHOLE };

/**
 * The attributes that put a row into the due index, for a `put` of the whole row.
 * @param kind name of the kind of work, which has the queue.
 * @example { put: { ...key, ...validation, ...dueAttributes('asset-validation', key, validation) } }
 */
export const dueAttributes = (
  kind: string,
  key: Key,
  { position, nextAttemptAt, claimedUntil }: Due,
): Omit<DueRow, 'notices' | 'claims' | 'fault'> => ({
  position,
  nextAttemptAt,
  claimedUntil,
  dueKind: kind,
  dueShard: dueShardOf(key),
  dueAt: dueAt(new Date(nextAttemptAt), key),
});

/**
 * The attributes of a new row. publish-changes sends its first message without waiting for the sweep.
 * @param at when the first attempt is due.
 * @example { put: { ...key, assetId, ...firstDue('asset-validation', key, now) }, condition: rowMissing }
 */
export const firstDue = (kind: string, key: Key, at: Date) => ({
  ...dueAttributes(kind, key, { position: 0, nextAttemptAt: at.toISOString(), claimedUntil: null }),
  [CAUSE_ATTRIBUTE]: WORK_CAUSE,
});

/** The members of `Due`, for an update of a row. Alone, they leave its place in the due index as it is. */
export const dueChanges = ({ position, nextAttemptAt, claimedUntil }: Due): readonly Assignment[] => [
  { set: dueAttribute('position'), to: position },
  { set: dueAttribute('nextAttemptAt'), to: nextAttemptAt },
  { set: dueAttribute('claimedUntil'), to: claimedUntil },
];

/** Puts a row into the due index, for an update of the row. @param look when the sweep looks at it. */
export const intoDueIndex = (
  { kind, key, row }: { readonly kind: string; readonly key: Key; readonly row: Due },
  look: Date,
): readonly Assignment[] =>
  Object.entries({ ...dueAttributes(kind, key, row), dueAt: dueAt(look, key) }).map(([set, to]) => ({
    set,
    to,
  }));

/** Moves a row within the due index, and lets the sweep count its messages from the beginning. */
export const movedInDueIndex = (key: Key, look: Date): readonly Assignment[] => [
  { set: dueAttribute('dueAt'), to: dueAt(look, key) },
  { remove: dueAttribute('notices') },
];

export const outOfDueIndex: readonly Assignment[] = (
  ['dueKind', 'dueShard', 'dueAt', 'notices'] as const
).map((name) => ({ remove: dueAttribute(name) }));

/** When the sweep looks at a row. It sends the message of a row that waits longer than a message can. */
export function lookAt({ nextAttemptAt }: Due, now: Date): Date {
  const dueMs = Date.parse(nextAttemptAt);
  const isSwept = dueMs > now.getTime() + MAX_DELAY_SECONDS * 1000;
  return new Date(isSwept ? dueMs - SWEPT_AHEAD_SECONDS * 1000 : dueMs);
}

/** Whether a function is making the attempt, according to the row. */
export const isRunning = ({ claimedUntil }: Pick<Due, 'claimedUntil'>, now: Date): boolean =>
  claimedUntil !== null && claimedUntil > now.toISOString();

/** The same for a row of any kind, or an entry of an index. */
export function isItemRunning(item: Item, now: Date): boolean {
  const claimedUntil = dueValue(item, 'claimedUntil');
  return typeof claimedUntil === 'string' && claimedUntil > now.toISOString();
}

/** 'past': the attempt was already made. 'early': it is not due yet. 'taken': another function makes it. */
export type NotClaimable = 'past' | 'early' | 'taken';

/** @param attempt the row's `position` when the message was sent. @returns undefined if it can be claimed. */
export function whyNotClaimable(
  row: Due,
  { attempt, now }: { readonly attempt: number; readonly now: Date },
): NotClaimable | undefined {
  if (row.position !== attempt) return 'past';
  if (row.nextAttemptAt > now.toISOString()) return 'early';
  return isRunning(row, now) ? 'taken' : undefined;
}

/**
 * Checks that no other function has taken over. Every write that records the outcome of an attempt needs this
 * condition, alone or in a transaction with records.
 */
export const isHeld = ({ claimant }: Pick<Claimed<Due>, 'claimant'>): Condition => ({
  all: [equal(dueAttribute('claimant'), claimant), { not: equal(dueAttribute('claimedUntil'), null) }],
});

/** Checks the claim in a row that was read. */
export const isHeldIn = (row: Item | undefined, claimed: Pick<Claimed<Due>, 'claimant'>): boolean =>
  holds(isHeld(claimed), row);
