/** Runs operations one between two calls of the other, and tells at which calls that can matter. */
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Footprint, meet, together, type Wire } from './footprint.ts';
import type { Operation } from './operation.ts';
import type { PreparedTable } from './prepared-table.ts';
import { changesIn } from './state-after.ts';
import { SteppedRun, type TableCall } from './stepped-run.ts';

/** The operation with that number makes calls until it has made so many. */
export type Segment = readonly [operation: number, upTo: number];

/** To the last call. */
export const END = Number.POSITIVE_INFINITY;

export interface Result {
  /** What the callers see. */
  readonly outcomes: readonly string[];
  /** The rows that differ from before. */
  readonly changes: readonly string[];
  readonly calls: readonly (readonly TableCall[])[];
}

/** With the written rows, as they were before the table became what it was. */
export interface RunResult extends Result {
  readonly after: ReadonlyMap<string, Wire>;
}

export interface Prepared {
  readonly table: PreparedTable;
  /** The ids in the table. */
  readonly known: ReadonlySet<string>;
  /** Makes what is outside of the table what it was. */
  readonly putBack: () => Promise<void>;
  /** @returns what makes it again what it is now. */
  readonly keep: () => Promise<() => Promise<void>>;
}

export const footprintOf = (calls: readonly TableCall[]): Footprint =>
  together(calls.map(({ footprint }) => footprint));

const writtenBy = (calls: readonly TableCall[]): string[] =>
  calls.flatMap(({ footprint }) => footprint.writes.map(({ row }) => row));

/** Runs the segments in their order, and then makes the table what it was. */
export async function runSegments(
  prepared: Prepared,
  operations: readonly Operation[],
  segments: readonly Segment[],
): Promise<RunResult> {
  const runs = operations.map(({ perform }) => new SteppedRun(perform));
  for (const [number, upTo] of segments) await runs[number]?.advance(upTo);
  return resultOf(prepared, runs);
}

/** Runs all concurrently, each after a delay, and then makes the table what it was. */
export async function runTogether(
  prepared: Prepared,
  operations: readonly Operation[],
  delaysMs: readonly number[],
): Promise<Result> {
  const runs = operations.map(({ perform }) => new SteppedRun(perform));
  await Promise.all(
    runs.map(async (run, index) => {
      await wait(delaysMs[index]);
      await run.advance(END);
    }),
  );
  return resultOf(prepared, runs);
}

/** What comes out of an operation. */
interface Part {
  readonly outcome: string;
  readonly calls: readonly TableCall[];
}

export interface SerialResult {
  readonly parts: readonly [Part, Part];
  readonly changes: readonly string[];
}

async function runToEnd({ perform }: Operation): Promise<Part> {
  const run = new SteppedRun(perform);
  await run.advance(END);
  return { outcome: await run.outcome(), calls: run.calls };
}

/** Runs an operation once, and each of the others after it. Then makes the table what it was. */
export async function runAfter(
  { table, known, putBack, keep }: Prepared,
  first: Operation,
  others: readonly Operation[],
): Promise<SerialResult[]> {
  const done = await runToEnd(first);
  const ofFirst = writtenBy(done.calls);
  const between = await table.changed(ofFirst);
  const goBack = await keep();
  const results: SerialResult[] = [];
  for (const other of others) {
    const next = await runToEnd(other);
    const ofNext = writtenBy(next.calls);
    const after = await between.current(ofNext);
    await between.restore(differing(between, after, ofNext));
    await goBack();
    const written = [...ofFirst, ...ofNext];
    const rows = new Map(written.flatMap((name) => present(name, between.rows.get(name))));
    for (const name of ofNext) rows.delete(name);
    for (const [name, row] of after) rows.set(name, row);
    const changes = changesIn({ before: table.rows, after: rows, written, known });
    results.push({ parts: [done, next], changes });
  }
  await table.restore(differing(table, between.rows, ofFirst));
  await putBack();
  return results;
}

const present = (name: string, row: Wire | undefined): [string, Wire][] => (row ? [[name, row]] : []);

/** @returns which of the rows are not what they were. */
const differing = (table: PreparedTable, now: ReadonlyMap<string, Wire>, names: readonly string[]) =>
  names.filter((name) => !isDeepStrictEqual(now.get(name), table.rows.get(name)));

async function resultOf(
  { table, known, putBack }: Prepared,
  runs: readonly SteppedRun[],
): Promise<RunResult> {
  const outcomes = await Promise.all(runs.map((run) => run.outcome()));
  const calls = runs.flatMap((run) => run.calls);
  const written = writtenBy(calls);
  const after = await table.current(written);
  // Counters of the rate limit go on, far below it.
  await table.restore(differing(table, after, written));
  await putBack();
  const changes = changesIn({ before: table.rows, after, written, known });
  return { outcomes, changes, calls: runs.map((run) => run.calls), after };
}

export const textOf = ({ outcomes, changes }: Pick<Result, 'outcomes' | 'changes'>): string =>
  [...outcomes, ...changes].join('\n');

/**
 * The numbers of calls after which it can matter that another operation runs, and before which it can matter too. Where a call
 * has nothing in common with the other operation, it makes no difference on which side of it the other runs. Before the first
 * call that has something in common, and after the last, the operations run one after the other.
 */
export function momentsOf(calls: readonly TableCall[], other: Footprint, { table }: Prepared): number[] {
  const common = calls.flatMap(({ footprint }, index) => (meet(footprint, other, table.rows) ? [index] : []));
  return common.slice(0, -1).map((index) => index + 1);
}
