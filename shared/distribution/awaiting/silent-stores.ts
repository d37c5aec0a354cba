/** Connected stores that have not acknowledged deliveries within the agreed time, for operators. */
import type { Waiting } from '../../kit/commands/waiting.ts';
import type { Table } from '../../kit/table/table.ts';
import { dspData } from '../../reference/data/dsps.ts';
import { connectionsOf, type StoreConnection } from '../stores/connected/connection.ts';
import { type Awaited, awaitedOf, isOverdue } from './awaited.ts';

/** More are not counted. */
const MOST_COUNTED = 1000;

export interface SilentStore {
  readonly dspId: string;
  readonly connection: StoreConnection;
  /** Of the deliveries that it should have acknowledged. */
  readonly oldest: Awaited;
  readonly count: number;
  /** Otherwise, there are more. */
  readonly isWhole: boolean;
}

/** @param connections by DSP. @returns the stores with deliveries that they should have acknowledged. */
export async function silentStores(
  table: Table,
  connections: ReadonlyMap<string, StoreConnection>,
  now: Date,
): Promise<readonly SilentStore[]> {
  const stores = await Promise.all(
    Array.from(connections, async ([dspId, connection]) => {
      const awaited = await awaitedOf(table, dspId, MOST_COUNTED);
      const overdue = awaited.filter((each) => isOverdue(each, connection, now));
      const [oldest] = overdue;
      if (!oldest) return [];
      return [{ dspId, connection, oldest, count: overdue.length, isWhole: awaited.length < MOST_COUNTED }];
    }),
  );
  return stores.flat();
}

const DAY_HOURS = 24;
const HOUR_MS = 3_600_000;

const shownHours = (hours: number): string =>
  hours >= 2 * DAY_HOURS
    ? `${Math.floor(hours / DAY_HOURS)} days`
    : `${hours} ${hours === 1 ? 'hour' : 'hours'}`;

/** @returns a sentence. */
export function silenceOf({ oldest, count, isWhole, connection }: SilentStore, now: Date): string {
  const many = count === 1 ? '1 delivery has' : `${isWhole ? '' : 'At least '}${count} deliveries have`;
  const since = Math.floor((now.getTime() - Date.parse(oldest.sentAt)) / HOUR_MS);
  return (
    `${many} had no acknowledgement for ${shownHours(connection.acknowledgedWithinHours)} or longer. ` +
    `The oldest is delivery ${oldest.deliveryId}, sent ${shownHours(since)} ago.`
  );
}

/** For `status`, in the form of other records that wait. */
export async function countUnacknowledged(table: Table, now: Date) {
  const ids = dspData.rows().map(({ id }) => id);
  const stores = await silentStores(table, await connectionsOf(table, ids), now);
  const [oldest] = stores
    .map((store) => store.oldest)
    .toSorted((left, right) => (left.sentAt < right.sentAt ? -1 : 1));
  return {
    count: stores.reduce((sum, { count }) => sum + count, 0),
    oldest: oldest?.deliveryId ?? null,
    since: oldest?.sentAt ?? null,
    isWhole: stores.every(({ isWhole }) => isWhole),
  };
}

/** For `list-waiting`. */
export const waitingStore = (store: SilentStore, now: Date): Waiting => ({
  what: 'store without an acknowledgement',
  id: store.dspId,
  since: store.oldest.sentAt,
  about: silenceOf(store, now),
  resolve: `ask the store, then report-store ${store.oldest.deliveryId} completed|rejected`,
});
