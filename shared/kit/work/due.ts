/** Rows with scheduled work. They store the time of the next attempt and the current claim. */
import { attributesOf } from '../table/attributes.ts';
import { CAUSE_ATTRIBUTE, WORK_CAUSE } from '../table/causes.ts';
import { type Condition, equal, holds } from '../table/expressions.ts';
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
export const SWEPT_AHEAD_SECONDS = 90;

/** A row with a claimed attempt. */
export type Claimed<Row extends Due> = Row & {
  readonly claimedUntil: string;
  /** Unique id of the claim. */
  readonly claimant: string;
  /** How often it has waited for other work of its owner. */
  readonly waits: number;
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
}

export const dueAttribute = attributesOf<DueRow>();

export const dueValue = (item: Item, attribute: keyof DueRow): Json | undefined => item[attribute];

const DUE_SHARDS = 8;
export const dueShards: readonly string[] = Array.from({ length: DUE_SHARDS }, (_, shard) => `due#${shard}`);

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
): Omit<DueRow, 'notices'> => ({
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
