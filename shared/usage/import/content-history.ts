/**
 * The contents that a report has had, newest first: a correction replaces the lines of an earlier file, and nothing else
 * remembers them. They are about all owners, so that exports of one do not have them.
 */
import * as v from 'valibot';
import type { Item } from '../../kit/table/item.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { usedContentKey, usedContentsOf } from '../keys.ts';
import type { UsageImport } from './usage-import.ts';

/**
 * Earlier ones are deleted.
 * @internal For tests.
 */
export const MAX_CONTENTS = 20;

const contentSchema = v.object({
  importedAt: v.string(),
  /** Who started the import. Null if an earlier version did. */
  by: v.nullable(v.string()),
  bytes: v.number(),
  lines: v.number(),
  imported: v.number(),
  rejected: v.number(),
  /** Of the imported lines, by currency. */
  revenue: v.record(v.string(), v.string()),
  sha256: v.string(),
});

export type ReportContent = Readonly<v.InferOutput<typeof contentSchema>>;

/** Written before the import ends, by each of its attempts in the same way. */
export async function recordContent(table: Table, ended: UsageImport, importedAt: string): Promise<void> {
  const { importId, run, by, bytes, counts, revenue, sha256 } = ended;
  const { lines = 0, imported = 0, rejected = 0 } = counts ?? {};
  const content: ReportContent = { importedAt, by, bytes, lines, imported, rejected, revenue, sha256 };
  await table.putMany([{ ...usedContentKey(importId, run), ...content }]);
  const rows = await rowsOf(table, importId, MAX_CONTENTS + 1);
  // One import adds one.
  await table.deleteMany(rows.slice(MAX_CONTENTS).map(keyOf));
}

const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

const rowsOf = (table: Table, importId: string, limit: number): Promise<Item[]> =>
  table.query({ ...usedContentsOf(importId), newestFirst: true, limit });

export async function contentsOfReport(table: Table, importId: string): Promise<ReportContent[]> {
  const rows = await rowsOf(table, importId, MAX_CONTENTS);
  return rows.map((row) => v.parse(contentSchema, row));
}
