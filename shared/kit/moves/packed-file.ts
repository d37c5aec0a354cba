/** The file of records that are packed into one row for each parent, such as the credits of tracks. */

import * as v from 'valibot';
import type { PackedList, PackedLists } from '../records/packed-lists.ts';
import type { Store } from '../records/store.ts';
import type { Item } from '../table/item.ts';
import { ownerKey, recordKey, sortableId } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { required } from '../values/required.ts';
import { type Fitting, type Line, type MovedFile, recordNeed } from './moved-file.ts';
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
  /** @returns what the items need besides their parent, and what their line offers. */
  readonly fitting?: (parent: string, items: readonly T[]) => Partial<Fitting>;
  /** @returns what else is in the rows of its blocks of ids. */
  readonly inBlocks?: (owner: string) => Item;
  readonly prepare?: (store: Store, list: Omit<PackedList<T>, 'unusedBlocks'>) => Promise<void>;
}

export const packedFile = <T extends Item & { readonly id: number }>({
  type,
  parent,
  lists,
  item,
  fitting = () => ({}),
  inBlocks = () => ({}),
  prepare,
}: Packed<T>): MovedFile => {
  const listOf = ({ owner, parent: parentId, changes, items }: PackedLine<T>) => ({
    ownerId: owner,
    parentId,
    changes,
    items,
  });
  const linesOf = async (table: Table, parentId: string, owner: string): Promise<Line[]> => {
    const { changes, items } = await lists.read(table, { parentId, ownerId: owner });
    return items.length > 0 ? [{ owner, parent: parentId, changes, items }] : [];
  };
  return rowFile<PackedLine<T>>({
    name: type,
    schema: v.strictObject({
      owner: id,
      parent: id,
      changes: v.pipe(v.number(), v.safeInteger()),
      items: v.array(item),
    }),
    async read({ table, isKept }, owner, after = '') {
      const range = { partition: ownerKey(owner, type), from: `${after}${BEHIND}`, upTo: LAST };
      const entries = await table.query({ index: 'by-owner', limit: PAGE, ...range });
      const parents = entries.map(({ ownerSort }) => String(Number(ownerSort)));
      const lines = await Promise.all(parents.filter(isKept).map((id) => linesOf(table, id, owner)));
      return {
        lines: lines.flat(),
        next:
          entries.length < PAGE
            ? undefined
            : sortableId(required(parents.at(-1), 'A full page has parents.')),
      };
    },
    // Lists may outlive their parent for a moment.
    async readAgain({ table }, { id: parentId, owner }) {
      return (await table.get(recordKey(parent, parentId))) ? linesOf(table, parentId, owner) : [];
    },
    about({ owner, parent: of, items }) {
      const { needs = [], offers = [] } = fitting(of, items);
      return { owner, id: of, needs: [recordNeed(parent, of), ...needs], offers };
    },
    rowsOf(line) {
      const [list, ...blocks] = lists.movedRows(listOf(line), inBlocks(line.owner));
      if (!list) throw new Error('A list has a row.');
      return [list, ...blocks];
    },
    // Rows also name blocks of ids, which are not exported.
    async find({ table }, lines) {
      const found = await lists.readMany(
        table,
        lines.map(({ parent: of }) => of),
      );
      return lines.map(({ parent: of }) => {
        const list = found.get(of);
        return list && lists.movedRows(list)[0];
      });
    },
    writesWith: (line, now) => lists.journal([], listOf(line), now),
    ...(prepare && { prepare: (store, line) => prepare(store, listOf(line)) }),
  });
};

interface PackedLine<T> {
  readonly owner: string;
  readonly parent: string;
  readonly changes: number;
  readonly items: readonly T[];
}
