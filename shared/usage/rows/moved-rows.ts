/**
 * Lists the rows of an import that were moved from another stage, so that a later import with the same name replaces
 * them. A stage that has imported a report itself has such a list in its bucket.
 */
import { rowMissing } from '../../kit/table/expressions.ts';
import type { Item } from '../../kit/table/item.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Write } from '../../kit/table/write.ts';
import { importOfWriter, movedUsageKey, usageImportKey } from '../keys.ts';

/** An import that was moved, with its name and contents. */
interface MovedImport {
  readonly importId: string;
  readonly name: string;
  /** As `contentsOf` names them. */
  readonly contents: readonly string[];
}

export const movedImportRow = ({ importId, name, contents }: MovedImport): Item & Key => ({
  ...movedUsageKey(importId),
  name,
  contents: [...contents],
});

export const movedContents = ({ contents }: Item): string[] =>
  Array.isArray(contents) ? contents.map(String) : [];

export interface MovedRow {
  readonly key: Key;
  readonly run: string;
}

/** @returns the row in an entry of the list, if it is not that of the import. */
export function movedRowOf({ row, run }: Item): MovedRow | undefined {
  const [pk, sk] = Array.isArray(row) ? row.map(String) : [];
  return pk === undefined || sk === undefined ? undefined : { key: { pk, sk }, run: String(run) };
}

/** @returns the runs that wrote the moved rows of an import. */
export async function movedRuns(table: Table, importId: string): Promise<string[]> {
  const entries = await table.query({ partition: movedUsageKey(importId).pk });
  return [...new Set(entries.flatMap((entry) => movedRowOf(entry)?.run ?? []))];
}

/** Fails once the stage has imported a report with the name itself. */
export const notImported = (writer: string): Write => ({
  check: usageImportKey(importOfWriter(writer)),
  condition: rowMissing,
});

/**
 * @param writer the id of an import, or of a rematch of it.
 * @returns what belongs to the transaction that writes moved rows.
 */
export const movedWrites = (
  { import: writer, run }: { readonly import: string; readonly run: string },
  keys: readonly Key[],
): Write[] => [
  ...keys.map(({ pk, sk }) => ({
    put: { ...movedUsageKey(importOfWriter(writer), { pk, sk }), row: [pk, sk], run },
  })),
  notImported(writer),
];
