/**
 * The log of owners' changes (shared/distribution/seen). It is compared without the times of its rows.
 *
 * The exception is an album that becomes requested in a run, or whose request is decided. Changes of its release read whether it
 * is requested, and their writes do not hold this, because it would cost two write units for each album and change. So the
 * log can lack a change that began before the request and was written after it, and can have one that was written after
 * the decision. In both cases the change is written within milliseconds of the other, and the decision holds what it read.
 */
import { openRequests, releaseChanges, soundChanges } from '../../../shared/distribution/counters.ts';
import { tableShape } from '../../../shared/kit/table/keys.ts';
import { keyOf, shownName, type Wire } from './footprint.ts';
import { sorted } from './sorted.ts';

/** The partition of a row, its time, and the record that changed. */
const LOGGED = /^(albums#\d+|renames#\d+) \d{4}-\d\d-[^#]+#((?:change#)?[a-z-]+#\d+)$/;

type Rows = ReadonlyMap<string, Wire>;

/** @param name of a row. */
export const isLogged = (name: string): boolean => LOGGED.test(shownName(name));

/** @param except names of albums. @returns each line of the log, and how often it is there. */
export function linesLogged(
  rows: Rows,
  { names, except }: { readonly names: readonly string[]; readonly except: ReadonlySet<string> },
): (readonly [line: string, count: number])[] {
  const skipped = new Set([...except].map((name) => keyOf(name).pk));
  const counts = new Map<string, number>();
  for (const name of names) {
    const [, log, changed] = LOGGED.exec(shownName(name)) ?? [];
    const row = rows.get(name);
    if (!log || !row || skipped.has(log)) continue;
    const { [tableShape.timeToLive]: _expiry, pk: _pk, sk: _sk, ...facts } = row;
    const line = `${log} logged ${changed} ${JSON.stringify(sorted(facts))}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts];
}

type Counts = Readonly<Record<string, { readonly N?: string }>>;

const countsIn = (row: Wire | undefined): Counts => (row?.['counts']?.['M'] ?? {}) as Counts;

/** @returns the names of the albums that have an open request, and had none before, or the other way round. */
export function requestedOtherwise(before: Rows, after: Rows): ReadonlySet<string> {
  const isOpen = (row: Wire | undefined) => Number(countsIn(row)[openRequests.name]?.N ?? 0) > 0;
  return new Set(
    [...after].flatMap(([name, row]) => (isOpen(row) === isOpen(before.get(name)) ? [] : [name])),
  );
}

/** @returns the row of an album without the counts of its changes. */
export function withoutCounts(row: Wire | undefined): Wire | undefined {
  if (!row) return undefined;
  const { [releaseChanges.name]: _, [soundChanges.name]: _sounds, ...counts } = countsIn(row);
  return { ...row, counts: { M: counts } };
}
