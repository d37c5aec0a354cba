/** Compares counts with those of all entries. A difference means that something writes without reopening hours. */
import { isDeepStrictEqual } from 'node:util';
import { writeLine } from '../../platform/log.ts';
import type { History } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import {
  type Bucket,
  endOfHour,
  fixedKind,
  historyEnd,
  hourOf,
  type Kind,
  mayLackEntries,
  type Tally,
} from './tally.ts';
import { type HistoryList, hoursIn, readTally } from './tally-row.ts';

interface Compared {
  readonly known: Tally;
  readonly counted: Tally;
  readonly now: number;
}

export async function reportDifferences(table: Table, list: HistoryList, compared: Compared): Promise<void> {
  const { known, counted } = compared;
  const [before, after] = [known, counted].map((tally) => countsByHour(list, tally, compared));
  const hours = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])];
  const differing = hours.filter((hour) => !isDeepStrictEqual(before?.get(hour), after?.get(hour)));
  if (differing.length === 0) return;
  // Those that were reopened in the meantime may differ.
  const open = hoursIn((await readTally(table, list)).reopened);
  const differences = differing.filter((hour) => !open.has(hour)).length;
  const { resource, ownerId } = list;
  if (differences > 0)
    writeLine({ level: 'error', message: 'list.differs', type: resource.type, ownerId, differences });
}

type Counts = Readonly<Record<Kind, number>>;

/** The counts of hours that are listed, and were counted both times. */
function countsByHour(
  { history }: HistoryList,
  { buckets }: Tally,
  { known, now }: Compared,
): ReadonlyMap<string, Counts> {
  const listed = buckets.filter(
    ({ start }) =>
      endOfHour(hourOf(start)) <= known.position &&
      historyEnd(history, start) >= now &&
      !mayLackEntries(history, known, { start, now }),
  );
  const byHour = Map.groupBy(listed, ({ start }) => hourOf(start));
  return new Map(Array.from(byHour, ([hour, some]) => [hour, sum(history, some)] as const));
}

/** Without the settling field, which may have changed in the meantime in hours that are not settled. */
function sum(history: History, buckets: readonly Bucket[]): Counts {
  const sums: Record<Kind, number> = {};
  for (const { counts } of buckets) {
    for (const [kind, count] of counts) {
      const name = fixedKind(history, kind);
      sums[name] = (sums[name] ?? 0) + count;
    }
  }
  return sums;
}
