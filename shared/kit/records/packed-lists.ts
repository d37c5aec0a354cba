/** Records packed into one row per parent, so that they change together. Blocks of ids lead to the row. */
import { isDeepStrictEqual } from 'node:util';
import type { StoredRecord } from '../declare/fields.ts';
import type { RecordSource } from '../declare/record-source.ts';
import type { Resource } from '../declare/resource.ts';
import { type Condition, equal, type Path, rowMissing } from '../table/expressions.ts';
import { blockOf } from '../table/ids.ts';
import type { Item } from '../table/item.ts';
import { type Key, type KeyRow, ownerKey, sortableId } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/write.ts';
import { type EntryChange, entryWrites } from './journal.ts';
import { readLargeRows } from './large-rows.ts';
import { lacks, type Slim, slimOf, unknownValue } from './rows.ts';
import { misshapen } from './stored-shape.ts';

interface Packing<T extends Packed> {
  readonly type: string;
  /** Name of the parent in the rows of blocks, and of the filter by parent. */
  readonly parent: string;
  /** The member of `slim` with the items. */
  readonly items: string;
  /** Whether `changes` is an attribute of the row or a member of `slim`. */
  readonly countsIn: 'row' | 'slim';
  readonly listKey: (parentId: string) => Key;
  readonly blockKey: (block: string) => Key;
  /** Read units of the largest row. */
  readonly mostUnits: number;
  /** If the changes of items are journaled. An id must not be used again for another item. */
  readonly journaled?: {
    readonly resource: Resource;
    readonly row: KeyRow;
    readonly recordOf: (listed: Listed<T>) => StoredRecord;
  };
}

type Packed = Item & { readonly id: number };

export interface Owned {
  readonly parentId: string;
  readonly ownerId: string;
}

export interface PackedList<T extends Packed> extends Owned {
  readonly items: readonly T[];
  /** Blocks of ids without items, whose rows have not been deleted yet. */
  readonly unusedBlocks: readonly number[];
  /** Incremented by every write. 0 if the row does not exist. */
  readonly changes: number;
}

export interface Listed<T extends Packed> {
  readonly list: PackedList<T>;
  readonly item: T;
}

type ListSource = { readonly table: Table };

const MAX_PER_TRANSACTION = 100;

/**
 * @example
 * const items = { parent: 'track', items: 'credits', countsIn: 'row', mostUnits: 60 } as const;
 * new PackedLists<StoredCredit>({
 *   type: 'track-credits', ...items, listKey: creditListKey, blockKey: creditBlockKey,
 * });
 */
export class PackedLists<T extends Packed> {
  readonly #packing: Packing<T>;

  constructor(packing: Packing<T>) {
    this.#packing = packing;
  }

  /** @param row undefined if it does not exist. @throws UnreadableRow */
  listOf(row: Item | undefined, { parentId, ownerId }: Owned): PackedList<T> {
    if (!row) return { parentId, ownerId, items: [], unusedBlocks: [], changes: 0 };
    const { items: member, countsIn } = this.#packing;
    const slim = Object(row['slim']) as Item;
    const items = slim[member];
    if (!Array.isArray(items)) throw lacks(row, member);
    const changes = (countsIn === 'slim' ? slim : row)['changes'];
    // An entry of the index has no other members than `slim`.
    if (changes === undefined && (countsIn === 'slim' || 'owner' in row)) throw lacks(row, 'changes');
    const unusedBlocks = (row['unusedBlocks'] ?? []) as readonly number[];
    return { parentId, ownerId, items, unusedBlocks, changes: Number(changes ?? 0) };
  }

  /**
   * @param row the row, or its entry in the owner's index, which has only `slim`.
   * @param ownerId who is known to own the entry.
   * @throws UnreadableRow
   */
  listIn(row: Item, ownerId?: string): PackedList<T> {
    const owner = ownerId ?? row['owner'];
    if (typeof owner !== 'string') throw lacks(row, 'owner');
    const parentId = String(row['pk']).slice(this.#packing.listKey('').pk.length);
    return this.listOf(row, { parentId, ownerId: owner });
  }

  /** @throws UnreadableRow if the item is not as this version of the service writes it. */
  #readable({ list }: Listed<T>, record: StoredRecord): StoredRecord {
    const { journaled, listKey } = this.#packing;
    const wrong = journaled && misshapen(journaled.resource, record.fields);
    if (wrong === undefined) return record;
    throw unknownValue({ ...listKey(list.parentId) }, wrong);
  }

  isList({ pk, sk }: Item): boolean {
    const key = this.#packing.listKey('');
    return String(pk).startsWith(key.pk) && sk === key.sk;
  }

  /** Reads with strong consistency. */
  async read(table: Table, owned: Owned): Promise<PackedList<T>> {
    return this.listOf(await table.get(this.#packing.listKey(owned.parentId)), owned);
  }

  /** Reads the lists of several parents with strong consistency. @returns those that have a row, by parent. */
  readMany = (table: Table, parentIds: readonly string[]): Promise<ReadonlyMap<string, PackedList<T>>> =>
    this.#readMany(table, parentIds, true);

  /** The same as of a moment ago. */
  readRecent = (table: Table, parentIds: readonly string[]): Promise<ReadonlyMap<string, PackedList<T>>> =>
    this.#readMany(table, parentIds, false);

  async #readMany(table: Table, parentIds: readonly string[], isStrong: boolean) {
    const rows = await table.getMany(parentIds.map(this.#packing.listKey), isStrong);
    return new Map(rows.map((row) => this.listIn(row)).map((list) => [list.parentId, list]));
  }

  /** Replaces the items. Fails if the list has changed since it was read. An empty list has no row. */
  write(
    before: PackedList<T>,
    items: readonly T[],
    { now, unusedBlocks }: { readonly now: Date; readonly unusedBlocks?: readonly number[] },
  ): Write[] {
    const condition = this.#isUnchanged(before);
    const after = { ...before, items, changes: before.changes + 1 };
    const journal = this.journal(before.items, after, now);
    if (items.length === 0 && !unusedBlocks?.length)
      return [{ delete: this.#packing.listKey(before.parentId), condition }, ...journal];
    return [{ put: { ...this.#rowOf(after), ...(unusedBlocks && { unusedBlocks }) }, condition }, ...journal];
  }

  /** @returns the rows of the journal for a list whose items change. */
  journal(before: readonly T[], after: Omit<PackedList<T>, 'unusedBlocks'>, now: Date): Write[] {
    const { journaled, type } = this.#packing;
    if (!journaled) return [];
    const { resource, row, recordOf } = journaled;
    const list = { ...after, unusedBlocks: [] };
    const slims = (items: readonly T[]) =>
      new Map(
        items.map((item): [string, Slim] => [
          String(item.id),
          slimOf(resource, row, recordOf({ list, item })),
        ]),
      );
    const [old, current] = [slims(before), slims(after.items)];
    const version = after.changes;
    const changes: EntryChange[] = [...new Set([...old.keys(), ...current.keys()])]
      .filter((id) => !isDeepStrictEqual(old.get(id), current.get(id)))
      .map((id) => ({ id, version, slim: current.get(id) ?? null }));
    return entryWrites({ type, ownerId: after.ownerId }, changes, now);
  }

  /** Checks that the list has not changed since it was read. */
  unchangedCheck(before: PackedList<T>): Write {
    return { check: this.#packing.listKey(before.parentId), condition: this.#isUnchanged(before) };
  }

  #isUnchanged({ changes }: PackedList<T>): Condition {
    const path: Path = this.#packing.countsIn === 'row' ? 'changes' : ['slim', 'changes'];
    return changes === 0 ? rowMissing : equal(path, changes);
  }

  #rowOf({ parentId, ownerId, items, changes }: Omit<PackedList<T>, 'unusedBlocks'>): Item & Key {
    const { type, countsIn, listKey, items: member } = this.#packing;
    // The owner's index projects `slim`, so one query returns all items of an owner.
    const slim = { [member]: items, ...(countsIn === 'slim' && { changes }) };
    const index = { ownerKey: ownerKey(ownerId, type), ownerSort: sortableId(parentId) };
    return { ...listKey(parentId), ...index, owner: ownerId, slim, ...(countsIn === 'row' && { changes }) };
  }

  /** @returns all rows of a list that comes from another stage. @param more members of the rows of blocks. */
  movedRows(list: Omit<PackedList<T>, 'unusedBlocks'>, more: Item = {}): (Item & Key)[] {
    const blocks = Array.from(blocksOf(list.items), (block) => ({ ...this.#blockRow(list, block), ...more }));
    return [this.#rowOf(list), ...blocks];
  }

  /** Adds a row that maps a new block of ids to the parent. */
  takeBlock(owned: Owned, block: number, more: Item = {}): Write {
    return { put: { ...this.#blockRow(owned, block), ...more }, condition: rowMissing };
  }

  #blockRow({ parentId }: Owned, block: number): Item & Key {
    return { ...this.#packing.blockKey(String(block)), [this.#packing.parent]: parentId };
  }

  freeBlocks = (blocks: Iterable<number>): Write[] =>
    Array.from(blocks, (block) => ({ delete: this.#packing.blockKey(String(block)) }));

  /** Deletes blocks that belong to no list. */
  async deleteBlocks(table: Table, blocks: Iterable<number>): Promise<void> {
    const writes = this.freeBlocks(blocks);
    for (let start = 0; start < writes.length; start += MAX_PER_TRANSACTION)
      await table.commit(writes.slice(start, start + MAX_PER_TRANSACTION));
  }

  /** @returns existing items of any owner, oldest first, with strong consistency. */
  async find(ids: readonly string[], { table }: ListSource): Promise<Listed<T>[]> {
    const idSet = new Set(ids);
    const blocks = [...blocksOf(ids.map((id) => ({ id: Number(id) })))];
    const keys = blocks.map((block) => this.#packing.blockKey(String(block)));
    const parents = (await table.getMany(keys, true)).map((row) => this.#parentIn(row));
    return (await this.ofParents(parents, { table })).filter(({ item }) => idSet.has(String(item.id)));
  }

  #parentIn(block: Item): string {
    const { parent } = this.#packing;
    if (typeof block[parent] !== 'string') throw lacks(block, parent);
    return block[parent];
  }

  /** @returns the items of all parents, oldest first, with strong consistency. */
  async ofParents(parentIds: readonly string[], { table }: ListSource): Promise<Listed<T>[]> {
    const keys = [...new Set(parentIds)].map(this.#packing.listKey);
    const rows = await readLargeRows(table, keys, this.#packing);
    return listed(rows.map((row) => this.listIn(row)));
  }

  /** @param convert makes a record of an item. */
  source(convert: (listed: Listed<T>) => StoredRecord): RecordSource {
    const recordOf = (listed: Listed<T>) => this.#readable(listed, convert(listed));
    const inRow = (row: Item, ownerId: string) => listed([this.listIn(row, ownerId)]).map(recordOf);
    return {
      packed: {
        parent: this.#packing.parent,
        inRow,
        ofParents: async (ids, reading) => (await this.ofParents(ids, reading)).map(recordOf),
      },
      find: async (ids, reading) => (await this.find(ids, reading)).map(recordOf),
      linking: async (ownerId, { ids }, reading) => {
        const linking = await this.ofParents(ids, reading);
        return linking.filter(({ list }) => list.ownerId === ownerId).map(recordOf);
      },
    };
  }
}

export const blocksOf = (items: readonly { readonly id: number }[]): ReadonlySet<number> =>
  new Set(items.map(({ id }) => blockOf(id)));

const listed = <T extends Packed>(lists: readonly PackedList<T>[]): Listed<T>[] =>
  lists
    .flatMap((list) => list.items.map((item) => ({ list, item })))
    .toSorted((left, right) => left.item.id - right.item.id);
