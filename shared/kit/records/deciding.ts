/**
 * What a decision has read holds until its write. The reads of a deciding store are noted, and `save` adds a
 * check of each row that was read, so that no rule has to return conditions for what it read. A row that a write
 * of the decision holds by its own condition gets none.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Condition, equal, holds, rowMissing } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import type { Key } from '../table/keys.ts';
import { keyOf } from '../table/merge.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/write.ts';
import { noteCounts } from './counts.ts';

/** A store for one decision, whose reads are noted. Only such a store can save. */
export interface Deciding {
  readonly table: Table;
  readonly reads: DecisiveReads;
}

interface Read {
  readonly key: Key;
  readonly row: Item | undefined;
  /** Whether the whole row must stay the same, and not only the counts on which something is decided. */
  readonly isHeld: boolean;
  /** By the name of the count. */
  readonly counts: Map<string, Condition>;
}

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;
const nameIn = ({ pk, sk }: Item): string => `${pk} ${sk}`;

class DecisiveReads {
  /** The same client. It notes nothing. */
  readonly table: Table;
  readonly #reads = new Map<string, Read>();
  #isTorn = false;

  constructor(table: Table) {
    this.table = table;
  }

  /** @param isHeld whether the write must check the row. Counts on which something is decided are checked anyway. */
  note(key: Key, row: Item | undefined, isHeld: boolean): void {
    const earlier = this.#reads.get(nameOf(key));
    if (earlier?.isHeld && isHeld) this.#isTorn ||= !isDeepStrictEqual(sameAs(earlier.row), sameAs(row));
    const decisive = earlier?.isHeld ? earlier.row : row;
    const counts = earlier?.counts ?? new Map<string, Condition>();
    this.#reads.set(nameOf(key), { key, row: decisive, isHeld: isHeld || earlier?.isHeld === true, counts });
    const counted = row?.['counts'];
    if (!counted || typeof counted !== 'object') return;
    noteCounts(counted, (name, condition) => {
      this.#isTorn ||= !isDeepStrictEqual(counts.get(name) ?? condition, condition);
      counts.set(name, condition);
    });
  }

  /** Whether a row was read in two states. */
  get isTorn(): boolean {
    return this.#isTorn;
  }

  /** @returns checks of the rows that none of the writes holds, and of the counts on which something was decided. */
  checksBeside(writes: readonly Write[]): Write[] {
    const held = new Set(
      writes.filter(({ condition }) => holdsRow(condition)).map((write) => nameOf(keyOf(write))),
    );
    return [...this.#reads].flatMap(([name, { key, row, isHeld, counts }]) => {
      const conditions = [...(isHeld && !held.has(name) ? [sameAs(row)] : []), ...counts.values()];
      return conditions.map((condition): Write => ({ check: key, condition }));
    });
  }

  /**
   * For a decision to reject, which no write checks. It depends on all rows that were read. Another request can
   * have changed some of them between two reads, so that in neither order of the two this one would be rejected.
   */
  async haveChanged(): Promise<boolean> {
    if (this.#reads.size < 2) return false;
    if (this.#isTorn) return true;
    const all = [...this.#reads.values()];
    const keys = all.map(({ key }) => key);
    const rows = new Map((await this.table.getMany(keys, true)).map((row) => [nameIn(row), row]));
    return all.some(({ key, row, counts }) =>
      [sameAs(row), ...counts.values()].some((condition) => !holds(condition, rows.get(nameOf(key)))),
    );
  }
}

/** Whether the condition fixes a value of the row, or that there is no row. */
function holdsRow(condition: Condition | undefined): boolean {
  if (!condition) return false;
  if ('all' in condition) return condition.all.some(holdsRow);
  if ('any' in condition) return condition.any.every((each) => 'missing' in each || holdsRow(each));
  if ('missing' in condition) return condition.missing === 'pk';
  return 'is' in condition && condition.is === '=';
}

/** @returns the condition that a row is as it was read. Rows without a revision are compared whole. */
function sameAs(row: Item | undefined): Condition {
  if (!row) return rowMissing;
  for (const revision of ['version', 'changes', 'revision'])
    if (row[revision] !== undefined) return equal(revision, row[revision]);
  const slim = row['slim'];
  const changes = slim && typeof slim === 'object' && 'changes' in slim ? slim.changes : undefined;
  if (changes !== undefined) return equal(['slim', 'changes'], changes);
  return { all: Object.entries(row).map(([name, value]) => equal(name, value)) };
}

/** @returns the store for one decision, which begins to read now. */
export function deciding<S extends { readonly table: Table }>(store: S): S & Deciding {
  const reads = new DecisiveReads(plain(store).table);
  return { ...store, reads, table: reads.table.noting((key, row) => reads.note(key, row, true)) };
}

/**
 * @param _because why the write need not check what is read.
 * @returns the store for reads that may change before the write. Counts on which something is decided are held.
 * @example findRecord(unheld(store, 'Only its title is shown'), albums, id)
 */
export const unheld = <S extends Deciding>(store: S, _because: string): S => ({
  ...store,
  table: store.reads.table.noting((key, row) => store.reads.note(key, row, false)),
});

/** @returns the store without its notes, for separate writes beside the one of the decision. */
export function plain<S extends { readonly table: Table }>(store: S): Omit<S, 'reads'> {
  const { reads, ...rest }: S & Partial<Deciding> = store;
  return { ...rest, table: reads?.table ?? store.table };
}
