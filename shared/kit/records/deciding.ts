/**
 * What a decision has read holds until its write. The reads of a deciding store are noted, and `save` adds a
 * check of each row that was read, so that no rule has to return conditions for what it read. Other conditions on
 * the row are added to the check and never replace it.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Condition, equal, holds, rowMissing } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import type { Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/write.ts';
import { noteCounts } from './counts.ts';

/** A store for one decision, whose reads are noted. Only such a store can save. */
export interface Deciding {
  readonly table: Table;
  readonly reads: DecisiveReads;
}

/** What is noted of a row. */
interface Read {
  readonly key: Key;
  /** What the write checks, by what the condition is about: the row, an attribute, or a count. */
  readonly held: Map<string, Condition>;
  /** What only a rejection checks. */
  seen: Condition | undefined;
}

/** What the write must check of a row: all of it, nothing, or the attributes with these names. */
type Held = 'row' | 'nothing' | readonly string[];

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

  /** @returns a client that notes its reads. Counts on which something is decided are checked however they were read. */
  noting(held: Held): Table {
    return this.table.noting((key, row) => this.#note(key, row, held));
  }

  #note(key: Key, row: Item | undefined, held: Held): void {
    const name = nameOf(key);
    const read = this.#reads.get(name) ?? { key, held: new Map(), seen: undefined };
    this.#reads.set(name, read);
    if (held === 'nothing') read.seen = sameAs(row);
    else for (const [about, condition] of conditionsOf(row, held)) this.#hold(read, about, condition);
    const counted = row?.['counts'];
    if (!counted || typeof counted !== 'object') return;
    noteCounts(counted, (count, condition) => this.#hold(read, `counts.${count}`, condition));
  }

  #hold({ held }: Read, about: string, condition: Condition): void {
    this.#isTorn ||= !isDeepStrictEqual(held.get(about) ?? condition, condition);
    held.set(about, condition);
  }

  /** Whether a row was read in two states. */
  get isTorn(): boolean {
    return this.#isTorn;
  }

  /** @returns checks of what was read. */
  checks(): Write[] {
    return [...this.#reads.values()].flatMap(({ key, held }) =>
      Array.from(held.values(), (condition): Write => ({ check: key, condition })),
    );
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
    return all.some(({ key, seen, held }) =>
      [...(seen ? [seen] : []), ...held.values()].some(
        (condition) => !holds(condition, rows.get(nameOf(key))),
      ),
    );
  }
}

/** @returns the conditions of a row or of its attributes, by what they are about. */
function conditionsOf(row: Item | undefined, held: 'row' | readonly string[]): [string, Condition][] {
  if (held === 'row' || !row) return [['', sameAs(row)]];
  return held.map((name) => {
    const value = row[name];
    return [name, value === undefined ? { missing: name } : equal(name, value)];
  });
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
  return { ...store, reads, table: reads.noting('row') };
}

/**
 * @param _because why the write need not check what is read.
 * @returns the store for reads that may change before the write. Counts on which something is decided are held.
 * @example findRecord(unheld(store, 'Only its title is shown'), albums, id)
 */
export const unheld = <S extends Deciding>(store: S, _because: string): S => ({
  ...store,
  table: store.reads.noting('nothing'),
});

/**
 * For rows of which other attributes change all the time.
 * @returns a function that reads the attributes on which a decision depends, and which its write checks. It returns no
 * others, so that nothing is decided on them.
 * @example
 * const readAccess = attributesReader<AccessRow>();
 * const account = await readAccess(store, accessKey(userId), ['role', 'disabled']);
 */
export const attributesReader =
  <Row>() =>
  async <N extends Extract<keyof Row, string>>(
    { reads }: Deciding,
    key: Key,
    names: readonly N[],
  ): Promise<Pick<Row, N> | undefined> => {
    const row = await reads.noting(names).get(key);
    // As it was written: rows other than records have no schema.
    return row && (Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, N>);
  };

/** @returns the store without its notes, for separate writes beside the one of the decision. */
export function plain<S extends { readonly table: Table }>(store: S): Omit<S, 'reads'> {
  const { reads, ...rest }: S & Partial<Deciding> = store;
  return { ...rest, table: reads?.table ?? store.table };
}
