/** Rows that this version of the service cannot read. `reindex` looks at all rows and counts these, and `status` shows them. */
import { callerOf } from '../accounts/sign-in/access.ts';
import type { Operation } from '../kit/commands/operation.ts';
import { linkingOf } from '../kit/records/links.ts';
import { recordOf } from '../kit/records/rows.ts';
import type { Item } from '../kit/table/item.ts';
import { isRecordKey, type Key, typeOf, WHOLE } from '../kit/table/keys.ts';
import type { Table } from '../kit/table/table.ts';
import { UnreadableRow } from '../kit/table/unreadable-row.ts';
import { dueValue } from '../kit/work/due.ts';
import { earningPartOf } from '../usage/earnings/earning-rows.ts';
import { readRevenueKey } from '../usage/keys.ts';
import { monthOf } from '../usage/revenue/month-revenue.ts';
import { revenueOf } from '../usage/revenue/revenue-row.ts';
import { linesOf } from '../usage/rows/usage-rows.ts';
import { indexedCells } from '../usage/trends/play-groups.ts';
import { kindsOfWork } from './kinds-of-work.ts';

/**
 * What the last `reindex` has found.
 * @internal For tests.
 */
export const unreadableRowsKey: Key = { pk: 'unreadable-rows', sk: WHOLE };

/** The maximum number that the row names. */
const MAX_NAMED = 20;

export interface Unreadable {
  readonly count: number;
  /** Keys of the first of them, with what is wrong. */
  readonly first: readonly string[];
}

export const noUnreadable: Unreadable = { count: 0, first: [] };

/** Counts rows. Those that are read again, as the track of a place is, count once. */
export class UnreadableCount {
  readonly #keys = new Set<string>();
  #found: Unreadable;

  /** @param earlier what the run before has found that this one continues. */
  constructor(earlier: Unreadable) {
    this.#found = earlier;
  }

  get found(): Unreadable {
    return this.#found;
  }

  add({ key: { pk, sk }, message }: UnreadableRow): void {
    const { count, first } = this.#found;
    const key = `${pk} ${sk}`;
    if (this.#keys.has(key) || first.includes(message)) return;
    this.#keys.add(key);
    this.#found = { count: count + 1, first: first.length < MAX_NAMED ? [...first, message] : first };
  }
}

/** Rows beside records, by the beginning of their partition. */
const others: Readonly<Record<string, (row: Item) => unknown>> = {
  'access#': (row) => callerOf(row, { userId: String(row['pk']).slice('access#'.length), sessionId: '' }),
  'usage-lines#': linesOf,
  'usage-index#': indexedCells,
  'usage-revenue#': (row) => (readRevenueKey(keyOf(row)) ? revenueOf(row) : monthOf(row)),
  'usage-earnings#': (row) => earningPartOf(row).earnings(),
};

/** @throws UnreadableRow if a record, a list of links, work, the access of a user or usage cannot be read. */
export function checkReadable({ api }: Pick<Operation, 'api'>, item: Item): void {
  const type = typeOf(item);
  const resource = api.resources.find((each) => each.type === type);
  if (resource && isRecordKey(item, type)) recordOf(resource, item);
  const partition = String(item['pk']);
  if (partition.includes('#links#')) linkingOf(item);
  for (const [beginning, read] of Object.entries(others)) if (partition.startsWith(beginning)) read(item);
  const kind = kindsOfWork.find(({ name }) => name === dueValue(item, 'dueKind'));
  try {
    kind?.read(item);
  } catch (error) {
    throw error instanceof UnreadableRow ? error : new UnreadableRow(keyOf(item), error);
  }
}

const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

export async function foundEarlier(table: Table): Promise<Unreadable> {
  const row = await table.get(unreadableRowsKey);
  return row ? foundIn(row) : noUnreadable;
}

const foundIn = ({ count, first }: Item): Unreadable => ({
  count: Number(count),
  first: first as readonly string[],
});

export const noteUnreadable = (table: Table, { count, first }: Unreadable, now: Date): Promise<unknown> =>
  table.commit([{ put: { ...unreadableRowsKey, count, first, at: now.toISOString() } }]);

export interface UnreadableStatus extends Unreadable {
  /** When `reindex` has looked. */
  readonly at: string;
}

/** @returns what the last `reindex` has found; undefined if that is nothing. */
export async function unreadableNow(table: Table): Promise<UnreadableStatus | undefined> {
  const row = await table.get(unreadableRowsKey);
  if (!row) return undefined;
  const found = foundIn(row);
  return found.count > 0 ? { ...found, at: String(row['at']) } : undefined;
}

/** @returns a sentence, or null if the last `reindex` has found none. */
export async function unreadableStatus(table: Table): Promise<string | null> {
  const found = await unreadableNow(table);
  if (!found) return null;
  const { count, first, at } = found;
  const rows = count === 1 ? 'One row was' : `${count} rows were`;
  const others =
    count === 1 ? '' : ` list-waiting names ${count > first.length ? `the first ${first.length}` : 'all'}.`;
  return `${rows} found by reindex on ${at.slice(0, 10)} that this version of the service cannot read. ${first[0]}${others}`;
}
