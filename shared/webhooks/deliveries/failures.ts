/** Rows beside an endpoint, by which its failed deliveries are found without reading events. */
import { type Key, tableShape } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Write } from '../../kit/table/write.ts';
import { failureKey, failuresOf } from '../keys.ts';
import { type EventRecord, historyEnds } from './event-record.ts';

/** @param before undefined for a new event. @returns the writes for the transaction that saves the event. */
export function failureWrites(before: EventRecord | undefined, after: EventRecord): Write[] {
  const [old, current] = [before ? failureKeys(before) : [], failureKeys(after)];
  const expires = historyEnds(after.fields['created-at']);
  return [
    ...without(current, old).map((key) => ({
      put: { ...key, [tableShape.timeToLive]: expires },
    })),
    ...without(old, current).map((key) => ({ delete: key })),
  ];
}

const failureKeys = ({ id, fields }: EventRecord): Key[] =>
  Object.entries(fields.deliveries).flatMap(([endpointId, delivery]) =>
    delivery.status === 'failed' ? [failureKey(endpointId, delivery.failedAt, id)] : [],
  );

const without = (keys: readonly Key[], others: readonly Key[]): Key[] =>
  keys.filter(({ pk, sk }) => !others.some((other) => other.pk === pk && other.sk === sk));

/** Sorts after all times. */
const LAST = '~';

export interface Failure {
  readonly key: Key;
  readonly failedAt: string;
  readonly eventId: string;
}

interface Within {
  /** Sort keys or times. Without an end, all since then. */
  readonly from: string;
  readonly upTo?: string | undefined;
  readonly limit: number;
  /** Omits the rows of events whose history has ended by then. */
  readonly now?: Date;
}

/** @returns the oldest failures in the order of time. */
export async function failuresWithin(
  table: Table,
  endpointId: string,
  { from, upTo = LAST, limit, now }: Within,
): Promise<Failure[]> {
  // DynamoDB rejects empty ranges.
  if (from > upTo) return [];
  const rows = await table.query({ partition: failuresOf(endpointId), from, upTo, limit });
  const listed = now
    ? rows.filter((row) => Number(row[tableShape.timeToLive]) * 1000 >= now.getTime())
    : rows;
  return listed.map(({ pk, sk }) => {
    const key = { pk: String(pk), sk: String(sk) };
    const end = key.sk.indexOf('#');
    return { key, failedAt: key.sk.slice(0, end), eventId: key.sk.slice(end + 1) };
  });
}
