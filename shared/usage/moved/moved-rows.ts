/**
 * Lists the rows of an import that were moved from another stage, so that a later import with the same name replaces
 * them. A stage that has imported a report itself has such a list in its bucket.
 */
import type { Item } from '../../kit/table/item.ts';
import type { Key } from '../../kit/table/keys.ts';

export const movedContents = ({ contents }: Item): string[] =>
  Array.isArray(contents) ? contents.map(String) : [];

interface MovedRow {
  readonly key: Key;
  readonly run: string;
}

/** @returns the row in an entry of the list, if it is not that of the import. */
export function movedRowOf({ row, run }: Item): MovedRow | undefined {
  const [pk, sk] = Array.isArray(row) ? row.map(String) : [];
  return pk === undefined || sk === undefined ? undefined : { key: { pk, sk }, run: String(run) };
}
