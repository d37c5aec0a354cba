/** Adds up a part of a month by several of track, album, DSP and country: its first lines after a member. Pure. */

import { compareMembers, firstMember } from '../../usage/earnings/earning-sums.ts';
import type { LineEarning } from '../../usage/earnings/earnings-of-lines.ts';
import { LineSums, type StatementLine } from './statement-lines.ts';

/** Where a slice is in the order of a month, by the first of the members of its lines. */
interface Bounds {
  /** The last member that is before the slice. Undefined for the first slice. */
  readonly after: string | undefined;
  readonly maxLines: number;
}

/** The lines of whole first members, at least of one. The same lines in the same order give the same slice. */
export class SliceSums {
  readonly #sums = new Map<string, LineSums>();
  readonly #bounds: Bounds;
  /** The last member of the slice, once others were dropped. */
  #upTo: string | undefined;
  #count = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  add(line: LineEarning): void {
    const first = firstMember(line.member);
    if (!this.has(first)) return;
    const sums = this.#sums.get(first) ?? new LineSums();
    this.#sums.set(first, sums);
    const before = sums.count;
    sums.add([line]);
    this.#count += sums.count - before;
    if (this.#count > 2 * this.#bounds.maxLines) this.#drop();
  }

  /** Whether the lines of a first member belong to the slice. */
  has(first: string): boolean {
    const { after } = this.#bounds;
    if (after !== undefined && compareMembers(first, after) <= 0) return false;
    return this.#upTo === undefined || compareMembers(first, this.#upTo) <= 0;
  }

  /** @returns the lines in the order of statements, and the last member, if others follow it. */
  slice(): { readonly lines: readonly StatementLine[]; readonly rest: string | undefined } {
    if (this.#count > this.#bounds.maxLines) this.#drop();
    const lines = this.#firsts().flatMap((first) => this.#sums.get(first)?.lines() ?? []);
    return { lines, rest: this.#upTo };
  }

  #firsts(): string[] {
    return [...this.#sums.keys()].sort(compareMembers);
  }

  /** Keeps the first members whose lines fit, and forgets the others. */
  #drop(): void {
    const firsts = this.#firsts();
    let count = 0;
    let kept = 0;
    for (const first of firsts) {
      const more = this.#sums.get(first)?.count ?? 0;
      if (kept > 0 && count + more > this.#bounds.maxLines) break;
      count += more;
      kept += 1;
    }
    const dropped = firsts.slice(kept);
    for (const first of dropped) this.#sums.delete(first);
    if (dropped.length > 0) this.#upTo = firsts[kept - 1];
    this.#count = count;
  }
}
