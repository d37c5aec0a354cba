/** What a process remembers of the history of an owner since its last request, so that it reads less, and earlier. */
import { once } from '../../platform/once.ts';
import type { Table } from '../table/table.ts';
import type { Kind } from './tally.ts';
import type { HistoryList } from './tally-row.ts';

interface Remembered {
  /** Kinds that were seen. Whether a query selects them is decided while its counts are read. */
  readonly kinds: readonly Kind[];
  /** The number of newest entries that were not counted yet. */
  readonly uncounted: number;
}

const memory = /* @__PURE__ */ once(() => new Map<string, Remembered>());
const MAX_OWNERS = 500;
const MAX_KINDS = 200;

const nameOf = (table: Table, { resource, ownerId }: HistoryList): string =>
  `${table.name} ${resource.type} ${ownerId}`;

export const remembered = (table: Table, list: HistoryList): Remembered | undefined =>
  memory().get(nameOf(table, list));

export function remember(table: Table, list: HistoryList, { kinds, uncounted }: Remembered): void {
  const all = memory();
  if (all.size >= MAX_OWNERS) all.clear();
  all.set(nameOf(table, list), { kinds: [...new Set(kinds)].slice(0, MAX_KINDS), uncounted });
}
