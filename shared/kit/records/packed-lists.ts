/** Records that are packed in one row for each parent, so that they change together, and whose blocks of ids lead to it. */
import type { StoredRecord } from '../declare/fields.ts';
import type { RecordSource } from '../declare/record-source.ts';
import { type Condition, equal, type Path, rowMissing } from '../table/expressions.ts';
import { blockOf } from '../table/ids.ts';
import type { Item } from '../table/item.ts';
import { type Key, ownerKey, sortableId } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/write.ts';
import { readLargeRows, withinReach } from './large-rows.ts';

/** What the rows of a type are like. */
interface Packing {
  readonly type: string;
  /** The attribute of the rows of blocks that names the parent, and the filter of lists by it. */
  readonly parent: string;
  /** The member of `slim` that holds the items. */
  readonly items: string;
  /** The row counts its changes in an attribute, or in a member of `slim`. */
  readonly countsIn: 'row' | 'slim';
  readonly listKey: (parentId: string) => Key;
  readonly blockKey: (block: string) => Key;
  /** Read units of the largest row. */
  readonly mostUnits: number;
}

type Packed = Item & { readonly id: number };

export interface Owned {
  readonly parentId: string;
  readonly ownerId: string;
}

export interface PackedList<T extends Packed> extends Owned {
  readonly items: readonly T[];
  /** Blocks of ids that no item has any more, and whose rows are still to be deleted. */
  readonly unusedBlocks: readonly number[];
  /** Incremented by every write of the row; 0 without a row. */
  readonly changes: number;
}

export interface Listed<T extends Packed> {
  readonly list: PackedList<T>;
  readonly item: T;
}

type Reading = { readonly table: Table };

const MAX_PER_TRANSACTION = 100;

/** @example new PackedLists<StoredMatch>({ type: 'track-matches', parent: 'track', items: 'matches', ... }) */
export class PackedLists<T extends Packed> {
  readonly #packing: Packing;

  constructor(packing: Packing) {
    this.#packing = packing;
  }

  /** @param row as read; undefined when there is none. */
  listOf(row: Item | undefined, { parentId, ownerId }: Owned): PackedList<T> {
    const slim = (row?.['slim'] ?? {}) as Item;
    const items = (slim[this.#packing.items] ?? []) as readonly T[];
    const unusedBlocks = (row?.['unusedBlocks'] ?? []) as readonly number[];
    const changes = Number(row?.['changes'] ?? slim['changes'] ?? 0);
    return { parentId, ownerId, items, unusedBlocks, changes };
  }

  /** @param row as read, or an entry of the owner's index, which has `slim` alone. */
  listIn(row: Item, ownerId = String(row['owner'])): PackedList<T> {
    const parentId = String(row['pk']).slice(this.#packing.listKey('').pk.length);
    return this.listOf(row, { parentId, ownerId });
  }

  isList({ pk, sk }: Item): boolean {
    const key = this.#packing.listKey('');
    return String(pk).startsWith(key.pk) && sk === key.sk;
  }

  /** @returns the list as last written. */
  async read(table: Table, owned: Owned): Promise<PackedList<T>> {
    return this.listOf(await table.get(this.#packing.listKey(owned.parentId)), owned);
  }

  /** @returns what gives the list other items, unless it has changed since it was read. A list without items has no row. */
  write(before: PackedList<T>, items: readonly T[], unusedBlocks?: readonly number[]): Write {
    const { parentId, ownerId, changes } = before;
    const { type, countsIn, listKey, items: member } = this.#packing;
    const key = listKey(parentId);
    const path: Path = countsIn === 'row' ? 'changes' : ['slim', 'changes'];
    const condition: Condition = changes === 0 ? rowMissing : equal(path, changes);
    if (items.length === 0 && !unusedBlocks?.length) return { delete: key, condition };
    const count = { changes: changes + 1 };
    // In `slim`, so that one query of the owner's index returns all items of an owner.
    const slim = { [member]: items, ...(countsIn === 'slim' && count) };
    const index = { ownerKey: ownerKey(ownerId, type), ownerSort: sortableId(parentId) };
    const rest = { ...(countsIn === 'row' && count), ...(unusedBlocks && { unusedBlocks }) };
    return { put: { ...key, ...index, owner: ownerId, slim, ...rest }, condition };
  }

  /** @returns what makes the ids of a new block lead to the parent. */
  takeBlock({ parentId }: Owned, block: number, more: Item = {}): Write {
    const key = this.#packing.blockKey(String(block));
    return { put: { ...key, [this.#packing.parent]: parentId, ...more }, condition: rowMissing };
  }

  freeBlocks = (blocks: Iterable<number>): Write[] =>
    Array.from(blocks, (block) => ({ delete: this.#packing.blockKey(String(block)) }));

  /** For blocks that no list has: they lead nowhere. */
  async deleteBlocks(table: Table, blocks: Iterable<number>): Promise<void> {
    const writes = this.freeBlocks(blocks);
    for (let start = 0; start < writes.length; start += MAX_PER_TRANSACTION)
      await table.commit(writes.slice(start, start + MAX_PER_TRANSACTION));
  }

  /** @returns those of the items that exist, whoever owns them, as last written and oldest first. */
  async find(ids: readonly string[], { table }: Reading): Promise<Listed<T>[]> {
    const wanted = new Set(ids);
    const blocks = [...blocksOf(ids.map((id) => ({ id: Number(id) })))];
    const keys = blocks.map((block) => this.#packing.blockKey(String(block)));
    const parents = (await table.getMany(keys, true)).map((row) => String(row[this.#packing.parent]));
    return (await this.ofParents(parents, { table })).filter(({ item }) => wanted.has(String(item.id)));
  }

  /** @returns the items of all of the parents, as last written and oldest first. */
  async ofParents(parentIds: readonly string[], { table }: Reading): Promise<Listed<T>[]> {
    const keys = [...new Set(parentIds)].map(this.#packing.listKey);
    const rows = await readLargeRows(table, keys, this.#packing);
    return listed(rows.map((row) => this.listIn(row)));
  }

  /** @param recordOf the record of an item. Records are found by their ids, their owner and their parents. */
  source(recordOf: (listed: Listed<T>) => StoredRecord): RecordSource {
    return {
      find: async (ids, reading) => (await this.find(ids, reading)).map(recordOf),
      owned: async (ownerId, { table }) => {
        const partition = ownerKey(ownerId, this.#packing.type);
        const rows = await table.query({
          index: 'by-owner',
          partition,
          between: withinReach(table, this.#packing),
        });
        return listed(rows.map((row) => this.listIn(row, ownerId))).map(recordOf);
      },
      linking: async (ownerId, { ids }, reading) => {
        const found = await this.ofParents(ids, reading);
        return found.filter(({ list }) => list.ownerId === ownerId).map(recordOf);
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
