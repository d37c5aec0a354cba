/** Folds lists as the worker does, with the test's clock, and compares them with the records. */
import { expect, vi } from 'vitest';
import { folderWith } from '../../functions/fold-lists/handler.ts';
import { keyRowOf } from '../../shared/kit/declare/api.ts';
import { compareIds } from '../../shared/kit/lists/compare.ts';
import { forget } from '../../shared/kit/lists/list-memory.ts';
import { readList } from '../../shared/kit/lists/read-list.ts';
import { CHECK, foldTask, listId } from '../../shared/kit/records/fold-work.ts';
import { layoutOf } from '../../shared/kit/records/layout.ts';
import { fieldsIn, slimOf } from '../../shared/kit/records/rows.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { api } from '../../shared/service/api.ts';
import { recordsAmong } from './invariants.ts';

/** Sets the clock forward. Rows of the journal are then old enough to be folded. */
export function pass(seconds: number): void {
  const now = Date.now() + seconds * 1000;
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(now);
}

/** Compares the list with its index and folds it, however few the changes are. */
export async function foldList(type: string, ownerId: string): Promise<void> {
  const id = listId(type, ownerId, CHECK);
  await new Table().commit([{ put: foldTask(id, new Date()) }]);
  const Records = [{ body: JSON.stringify({ listId: id, attempt: 0 }), messageId: id }];
  expect(await folderWith()({ Records } as never)).toEqual({ batchItemFailures: [] });
}

const journaled = api.resources.flatMap((resource) => {
  const row = keyRowOf(api, resource);
  return row.journaled ? [{ resource, row, layout: layoutOf(resource, row) }] : [];
});

/** Makes snapshots of all lists of an owner, and forgets what was read of them. */
export async function foldCatalogue(ownerId: string): Promise<void> {
  for (const { resource, layout } of journaled) {
    forget({ type: resource.type, ownerId, layout });
    await foldList(resource.type, ownerId);
  }
}

/**
 * Fails unless the lists of an owner that are read from snapshots are those of the records among the rows.
 */
export async function expectListed(ownerId: string, rows: readonly Item[]): Promise<void> {
  for (const { resource, row, layout } of journaled) {
    const { type } = resource;
    const found = await readList(new Table(), { type, ownerId, layout });
    const records = recordsAmong(rows, resource)
      .filter((record) => record.ownerId === ownerId)
      .toSorted((left, right) => compareIds(left.id, right.id));
    expect([type, found?.map(({ id, fields }) => ({ id, fields }))]).toEqual([
      type,
      records.map((record) => ({ id: record.id, fields: fieldsIn(slimOf(resource, row, record)) })),
    ]);
  }
}
