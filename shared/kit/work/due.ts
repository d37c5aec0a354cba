/** Rows with work that falls due: the table keeps the time of the next attempt, and who is making one. */
import { attributesOf } from '../table/attributes.ts';
import { CAUSE_ATTRIBUTE, WORK_CAUSE } from '../table/causes.ts';
import { type Condition, equal, holds } from '../table/expressions.ts';
import type { Item, Json } from '../table/item.ts';
import type { Key } from '../table/keys.ts';
import { dueAt, dueShardOf } from './due-keys.ts';

/** Moments are ISO 8601 UTC: they sort as text. */
export interface Due {
  /** Place in the schedule: attempts made, and those omitted. */
  readonly position: number;
  readonly nextAttemptAt: string;
  /** When the claim of the running attempt expires, unless it is renewed; null: no attempt is running. */
  readonly claimedUntil: string | null;
}

/** SQS delays a message by no more. */
export const MAX_DELAY_SECONDS = 900;

/**
 * Rows that the sweep is to enqueue in the first place are looked at so much before they are due: a sweep every minute then
 * sends their messages in time, delayed by what is left.
 */
export const SWEPT_AHEAD_SECONDS = 90;

/** A row whose next attempt the caller has claimed. */
export type Claimed<Row extends Due> = Row & {
  readonly claimedUntil: string;
  /** Whose claim it is: no two are the same. */
  readonly claimant: string;
  /** How often it has waited for others of its owner. */
  readonly waits: number;
};

/** The attributes of a row that has work due. A row without them is not in the due index: its work is finished. */
export interface DueRow extends Due {
  /** Name of the kind of work. */
  readonly dueKind: string;
  readonly dueShard: string;
  readonly dueAt: string;
  /** Whose claim it is: no two are the same. */
  readonly claimant?: string;
  /** How often the next attempt has waited for others of its owner. */
  readonly waits?: number;
  /** How many messages the sweep has sent for the next attempt. */
  readonly notices?: number;
}

export const dueAttribute = attributesOf<DueRow>();

/** @returns the value of a due attribute in a row of any kind. */
export const dueValue = (item: Item, attribute: keyof DueRow): Json | undefined => item[attribute];

/**
 * The attributes that put a row into the due index, for a `put` of the whole row.
 * @param kind name of the kind of work: the sweep sends the message to that kind's queue.
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
 * The attributes of a new row. The stream has its first message sent, without waiting for the sweep.
 * @param at when the first attempt is due; the queue delays the message until then.
 * @example { put: { ...key, assetId, ...firstDue('asset-validation', key, now) }, condition: rowMissing }
 */
export const firstDue = (kind: string, key: Key, at: Date) => ({
  ...dueAttributes(kind, key, { position: 0, nextAttemptAt: at.toISOString(), claimedUntil: null }),
  [CAUSE_ATTRIBUTE]: WORK_CAUSE,
});

/**
 * The claim has not been taken over by another sender, however often it was renewed. A condition for every write that
 * records the outcome of an attempt, alone or in a transaction with records.
 */
export const isHeld = ({ claimant }: Pick<Claimed<Due>, 'claimant'>): Condition => ({
  all: [equal(dueAttribute('claimant'), claimant), { not: equal(dueAttribute('claimedUntil'), null) }],
});

/** Whether the claim still stands in the row as it was read. */
export const isHeldIn = (row: Item | undefined, claimed: Pick<Claimed<Due>, 'claimant'>): boolean =>
  holds(isHeld(claimed), row);
