/** The file of records that are packed into one row for each parent, such as the credits of tracks. */
import * as v from 'valibot';
import type { PackedList, PackedLists } from '../records/packed-lists.ts';
import type { Store } from '../records/store.ts';
import type { Item } from '../table/item.ts';
import { ownerKey, sortableId } from '../table/keys.ts';
import { claimOf, type MovedFile } from './moved-file.ts';
import { rowFile } from './row-file.ts';

/** Rows have up to 400 KB. */
const PAGE = 10;
const [BEHIND, LAST] = ['!', '~'];

const id = v.pipe(v.string(), v.regex(/^\d{1,16}$/));

export interface Packed<T extends Item & { readonly id: number }> {
  readonly type: string;
  readonly parent: string;
  readonly lists: PackedLists<T>;
  readonly item: v.GenericSchema<unknown, T>;
  /** @returns further records that an item needs. */
  readonly needs?: (item: T) => readonly string[];
  /** @returns what else is in the rows of its blocks of ids. */
  readonly inBlocks?: (owner: string) => Item;
  readonly prepare?: (store: Store, list: Omit<PackedList<T>, 'unusedBlocks'>) => Promise<void>;
}

export const packedFile = <T extends Item & { readonly id: number }>({
  type,
  parent,
  lists,
  item,
  needs = () => [],
  inBlocks = () => ({}),
  prepare,
}: Packed<T>): MovedFile => {
  const listOf = ({ owner, parent: parentId, changes, items }: PackedLine<T>) => ({
    ownerId: owner,
    parentId,
    changes,
    items,
  });
  return rowFile<PackedLine<T>>({
    name: type,
    schema: v.strictObject({
      owner: id,
      parent: id,
      changes: v.pipe(v.number(), v.safeInteger()),
      items: v.array(item),
    }),
    async read({ table }, owner, after = '') {
      const range = { partition: ownerKey(owner, type), from: `${after}${BEHIND}`, upTo: LAST };
      const entries = await table.query({ index: 'by-owner', limit: PAGE, ...range });
      const parents = entries.map(({ ownerSort }) => String(Number(ownerSort)));
      const found = await Promise.all(
        parents.map((parentId) => lists.read(table, { parentId, ownerId: owner })),
      );
      const lines = found.flatMap(({ parentId, changes, items }) =>
        items.length > 0 ? [{ owner, parent: parentId, changes, items }] : [],
      );
      return { lines, next: entries.length < PAGE ? undefined : sortableId(parents.at(-1) ?? '') };
    },
    about: ({ owner, parent: of, items }) => ({
      owner,
      id: of,
      needs: [claimOf(parent, of), ...new Set(items.flatMap(needs))],
    }),
    rowsOf(line) {
      const [list, ...blocks] = lists.movedRows(listOf(line), inBlocks(line.owner));
      if (!list) throw new Error('A list has a row.');
      return [list, ...blocks];
    },
    ...(prepare && { prepare: (store, line) => prepare(store, listOf(line)) }),
  });
};

interface PackedLine<T> {
  readonly owner: string;
  readonly parent: string;
  readonly changes: number;
  readonly items: readonly T[];
}
