/**
 * Operations that concern the same records: each between the calls of the other, compared with what comes out of one after the
 * other. Only what one of the orders gives is right, both for the callers and in the table.
 */

import { goesOn } from './admitted.ts';
import { workName } from './declared.ts';
import { type Footprint, isAdmission, meet, together } from './footprint.ts';
import {
  END,
  footprintOf,
  momentsOf,
  type Prepared,
  type Result,
  type RunResult,
  runSegments,
  type Segment,
  type SerialResult,
  textOf,
} from './interleavings.ts';
import type { Operation } from './operation.ts';
import type { TableCall } from './stepped-run.ts';

/** An operation with what it does alone. */
export interface Performed {
  readonly operation: Operation;
  readonly alone: RunResult;
  readonly footprint: Footprint;
}

export async function performAlone(
  prepared: Prepared,
  operations: readonly Operation[],
): Promise<Performed[]> {
  const performed: Performed[] = [];
  for (const operation of operations) {
    const alone = await runSegments(prepared, [operation], [[0, END]]);
    performed.push({ operation, alone, footprint: footprintOf(alone.calls.flat()) });
  }
  return performed;
}

/** What no order of the operations gives. */
export interface Fault {
  readonly operations: readonly string[];
  readonly segments: readonly Segment[];
  readonly found: Result;
  /** Of each order. */
  readonly legal: readonly Result[];
}

/** Counts what was run. */
export interface Tally {
  groups: number;
  runs: number;
}

/** Numbers of operations. */
export type Order = readonly [first: number, second: number];

const keyOf = (order: readonly number[], isAdmitted = false): string => `${order.join()} ${isAdmitted}`;

/** Two or three operations on one prepared table. */
export class Meeting {
  readonly faults: Fault[] = [];
  readonly #prepared: Prepared;
  readonly #all: readonly Performed[];
  readonly #tally: Tally;
  readonly #ordered = new Map<string, Result>();

  constructor(prepared: Prepared, all: readonly Performed[], tally: Tally) {
    this.#prepared = prepared;
    this.#all = all;
    this.#tally = tally;
    tally.groups += 1;
  }

  /** The moments of one operation at which some others can matter, as far as known. */
  moments(of: number, others: readonly number[]): number[] {
    const calls = this.#all[of]?.alone.calls[0] ?? [];
    return momentsOf(calls, together(others.map((other) => this.#footprint(other))), this.#prepared);
  }

  /** Runs them one after the other, so that more is known of what each reads and writes after others. */
  async learn(): Promise<void> {
    for (const order of permutations(this.#all.map((_, index) => index))) await this.#inOrder(order);
  }

  /** @param order of two operations. */
  know([first, second]: Order, { parts: [one, other], changes }: SerialResult): void {
    const inOrder = first < second ? [one, other] : [other, one];
    const result = {
      outcomes: inOrder.map(({ outcome }) => outcome),
      changes,
      calls: inOrder.map(({ calls }) => calls),
    };
    this.#ordered.set(keyOf([first, second]), result);
  }

  /** Whether each of them writes in an order that was learned, and so can change what others do. */
  get allWrite(): boolean {
    const results = [...this.#ordered.values()];
    return this.#all.every((_, index) => results.some(({ calls }) => writesRecords(calls[index] ?? [])));
  }

  /** Runs the segments, and notes what comes out if no order gives it. */
  async attempt(segments: readonly Segment[]): Promise<void> {
    const found = await this.#run(segments);
    const text = textOf(found);
    const legal: Result[] = [];
    for (const isAdmitted of goesOn(this.#all.map(({ operation }) => operation)) ? [false, true] : [false])
      for (const order of this.#likelyFirst(segments)) {
        const result = await this.#inOrder(order, isAdmitted);
        if (textOf(result) === text) return;
        legal.push(result);
      }
    if (await this.#isWithoutWork(found)) return;
    if (await this.#isRightOnceRepeated(segments, legal)) return;
    this.faults.push({
      operations: this.#all.map(({ operation }) => operation.name),
      segments,
      found,
      legal,
    });
  }

  /** What was interrupted usually decides again, after the others. */
  #likelyFirst(segments: readonly Segment[]): number[][] {
    const ends = segments.filter(([, upTo]) => upTo === END).map(([number]) => number);
    const all = permutations(this.#all.map((_, index) => index));
    return all.toSorted((left) => (left.join() === ends.join() ? -1 : 1));
  }

  /** An attempt that loses its claim after it has done a part leaves the work due, and the next attempt does it all. */
  async #isRightOnceRepeated(segments: readonly Segment[], legal: readonly Result[]): Promise<boolean> {
    const operations = this.#all.map(({ operation }) => operation);
    for (const work of operations.filter(isWork)) {
      this.#tally.runs += 1;
      const again: Segment = [operations.length, END];
      const { outcomes, changes } = await runSegments(
        this.#prepared,
        [...operations, work],
        [...segments, again],
      );
      const seen = textOf({ outcomes: outcomes.slice(0, -1), changes });
      if (legal.some((each) => textOf(each) === seen)) return true;
    }
    return false;
  }

  /** An attempt that loses its claim changes nothing, and the work stays due. @returns whether the others alone give the same. */
  async #isWithoutWork(found: Result): Promise<boolean> {
    const numbers = this.#all.map((_, index) => index);
    const works = numbers.filter((number) =>
      this.#all.some(({ operation }, at) => at === number && isWork(operation)),
    );
    for (const left of subsets(works)) {
      const others = numbers.filter((number) => !left.includes(number));
      if (await this.#isResultOf(others, found)) return true;
    }
    return false;
  }

  /** @returns whether some of the operations alone give the same. */
  async #isResultOf(some: readonly number[], found: Result): Promise<boolean> {
    const outcomes = some.map((number) => found.outcomes[number]);
    for (const order of permutations(some)) {
      const result = await this.#inOrder(order);
      const seen = some.map((number) => result.outcomes[number]);
      if (seen.join() === outcomes.join() && result.changes.join() === found.changes.join()) return true;
    }
    return false;
  }

  /** @param isAdmitted all requests are admitted before the first goes on. */
  async #inOrder(order: readonly number[], isAdmitted = false): Promise<Result> {
    const key = keyOf(order, isAdmitted);
    const admissions = order.map((number): Segment => [number, this.#admissionsOf(number)]);
    const ends = order.map((number): Segment => [number, END]);
    const result = this.#ordered.get(key) ?? (await this.#run([...(isAdmitted ? admissions : []), ...ends]));
    this.#ordered.set(key, result);
    return result;
  }

  /** The calls that admit a request. */
  #admissionsOf(number: number): number {
    const [first] = this.#all[number]?.alone.calls[0] ?? [];
    return first && isAdmission(first.footprint) ? 1 : 0;
  }

  #run(segments: readonly Segment[]): Promise<Result> {
    this.#tally.runs += 1;
    return runSegments(
      this.#prepared,
      this.#all.map(({ operation }) => operation),
      segments,
    );
  }

  #footprint(number: number): Footprint {
    const inOrder = [...this.#ordered.values()].map(({ calls }) => footprintOf(calls[number] ?? []));
    const alone = this.#all[number]?.footprint;
    return together(alone ? [alone, ...inOrder] : inOrder);
  }
}

/** Whether a call writes, besides the log of commands. */
const isWriting = ({ footprint }: TableCall): boolean =>
  footprint.writes.some(({ row }) => !row.startsWith('commands#'));

const writesRecords = (calls: readonly TableCall[]): boolean => calls.some(isWriting);

/** @returns whether an operation writes more than once. */
export const isDoneInParts = ({ alone }: Performed): boolean =>
  alone.calls.flat().filter(isWriting).length > 1;

const isWork = ({ of }: Operation): boolean => of.startsWith(workName(''));

/** @returns all but the empty one. */
function subsets(numbers: readonly number[]): number[][] {
  const all: number[][] = [];
  for (const number of numbers) all.push([number], ...all.map((each) => [...each, number]));
  return all;
}

export function permutations(numbers: readonly number[]): number[][] {
  if (numbers.length < 2) return [[...numbers]];
  return numbers.flatMap((first) =>
    permutations(numbers.filter((each) => each !== first)).map((rest) => [first, ...rest]),
  );
}

/** @returns whether the order of operations can matter, as neither writes what the other reads or writes. */
export const canMeet = ({ table }: Prepared, one: Performed, other: Performed): boolean =>
  meet(one.footprint, other.footprint, table.rows);
