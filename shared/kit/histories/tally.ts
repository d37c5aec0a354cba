/**
 * Counts of the entries of a history, by hour and kind. Entries of a kind have the same values in the fields by
 * which a history is counted. Pure.
 */
import type { Entry } from '../declare/fields.ts';
import type { Json } from '../table/item.ts';
import type { History } from '../table/keys.ts';

/** Entries of an hour, or of a part of an hour with many. */
export interface Bucket {
  /** When its first entry was created. It ends where the next one of the hour begins, or with the hour. */
  readonly start: string;
  readonly counts: ReadonlyMap<Kind, number>;
  /** When it was counted, if some entries were not settled. Its kinds then lack the settling field. */
  readonly unsettledAt?: number;
}

/** Values as JSON: those of the fixed fields, then that of the settling one, unless it does not matter. */
export type Kind = string;

export interface Tally {
  /** Entries that were created before this time are counted. */
  readonly position: string;
  /** When entries of the owner were counted first. */
  readonly since: string;
  /** Hours before this time were counted when the index had long had their entries. */
  readonly confirmed: string;
  /** In the order of time. */
  readonly buckets: readonly Bucket[];
}

export const emptyTally = (now: Date): Tally => ({
  position: '',
  since: now.toISOString(),
  confirmed: '',
  buckets: [],
});

type Fields = Entry['fields'];

export const kindOf = ({ fixed, settling }: History, fields: Fields, isWhole: boolean): Kind =>
  JSON.stringify([
    ...fixed.map((name) => fields[name] ?? null),
    ...(isWhole ? [fields[settling.field] ?? null] : []),
  ]);

/** @returns the kind without the settling field. */
export const fixedKind = ({ fixed }: History, kind: Kind): Kind =>
  JSON.stringify((JSON.parse(kind) as Json[]).slice(0, fixed.length));

/** Whether the kind has a value of the settling field. */
export const isWholeKind = ({ fixed }: History, kind: Kind): boolean =>
  (JSON.parse(kind) as Json[]).length > fixed.length;

/** @returns the fields that all entries of a kind have. */
export const fieldsOfKind = ({ fixed, settling }: History, kind: Kind): Fields =>
  Object.fromEntries((JSON.parse(kind) as Json[]).map((value, at) => [fixed[at] ?? settling.field, value]));

/** @example hourOf('2026-11-20T12:34:56.789Z') === '2026-11-20T12' */
export const hourOf = (time: string): string => time.slice(0, 13);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const startOfHour = (hour: string): string => `${hour}:00:00.000Z`;
export const endOfHour = (hour: string): string =>
  new Date(Date.parse(startOfHour(hour)) + HOUR_MS).toISOString();

/** @returns the epoch millisecond until which an entry is listed: the end of an hour. */
export const historyEnd = ({ days }: Pick<History, 'days'>, time: string): number =>
  (Math.floor((Date.parse(time) + days * DAY_MS) / HOUR_MS) + 1) * HOUR_MS;

/** Rows that were written by versions of which histories ended up to an hour earlier may be gone. */
export const mayLackEntries = (
  history: History,
  { since }: Pick<Tally, 'since'>,
  { start, now }: { start: string; now: number },
): boolean => historyEnd(history, start) - HOUR_MS <= now && Date.parse(start) < Date.parse(since) + DAY_MS;

export const sizeOf = ({ counts }: Bucket): number => {
  let size = 0;
  for (const count of counts.values()) size += count;
  return size;
};

/** More entries of an hour are in several buckets. */
const MAX_SIZE = 2000;

/** Counts entries, which must come in the order of time. */
export class Counting {
  readonly buckets: Bucket[] = [];
  readonly #history: History;
  readonly #timeOf: (entry: Entry) => string;
  readonly #now: number;
  #counts = new Map<Kind, number>();
  #start = '';
  #last = '';
  #size = 0;
  #isSettled = true;

  constructor(history: History, { sortedBy, now }: { sortedBy: string; now: number }) {
    this.#history = history;
    this.#now = now;
    this.#timeOf = ({ fields }) => String(fields[sortedBy]);
  }

  add(entry: Entry): void {
    const time = this.#timeOf(entry);
    const isFull = this.#size >= MAX_SIZE && time !== this.#last;
    if (this.#size > 0 && (isFull || hourOf(time) !== hourOf(this.#start))) this.end();
    if (this.#size === 0) this.#start = time;
    this.#last = time;
    this.#size += 1;
    const { settling } = this.#history;
    this.#isSettled &&= settling.isSettled(entry.fields[settling.field] ?? null);
    const kind = kindOf(this.#history, entry.fields, true);
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  end(): void {
    if (this.#size === 0) return;
    const bucket = { start: this.#start, counts: this.#counts };
    this.buckets.push(this.#isSettled ? bucket : unsettled(this.#history, bucket, this.#now));
    this.#counts = new Map();
    this.#size = 0;
    this.#isSettled = true;
  }
}

function unsettled(history: History, { start, counts }: Bucket, now: number): Bucket {
  const fixed = new Map<Kind, number>();
  for (const [kind, count] of counts) {
    const without = fixedKind(history, kind);
    fixed.set(without, (fixed.get(without) ?? 0) + count);
  }
  return { start, counts: fixed, unsettledAt: now };
}

/** @returns the buckets in the order of time. Small ones of an hour that was counted in parts are joined. */
export function joined(history: History, buckets: readonly Bucket[]): Bucket[] {
  const all: Bucket[] = [];
  for (const bucket of buckets.toSorted((left, right) => (left.start < right.start ? -1 : 1))) {
    const last = all.at(-1);
    if (!last || hourOf(last.start) !== hourOf(bucket.start) || sizeOf(last) + sizeOf(bucket) > MAX_SIZE)
      all.push(bucket);
    else all[all.length - 1] = sum(history, last, bucket);
  }
  return all;
}

function sum(history: History, left: Bucket, right: Bucket): Bucket {
  const unsettledAt = Math.min(...[left, right].map((each) => each.unsettledAt ?? Number.POSITIVE_INFINITY));
  const isSettled = unsettledAt === Number.POSITIVE_INFINITY;
  const counts = new Map<Kind, number>();
  for (const bucket of [left, right]) {
    const part = isSettled || bucket.unsettledAt !== undefined ? bucket : unsettled(history, bucket, 0);
    for (const [kind, count] of part.counts) counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  return { start: left.start, counts, ...(!isSettled && { unsettledAt }) };
}

/** At first, unsettled entries are counted again after ten minutes, then less and less often. */
const RECOUNTED_AFTER_MS = 600_000;
const RECOUNTED_AFTER_SHARE = 1 / 4;

/** @returns the epoch millisecond from which unsettled entries are worth counting again. */
export const recountedAt = ({ start, unsettledAt = 0 }: Bucket): number =>
  unsettledAt + Math.max(RECOUNTED_AFTER_MS, (unsettledAt - Date.parse(start)) * RECOUNTED_AFTER_SHARE);
