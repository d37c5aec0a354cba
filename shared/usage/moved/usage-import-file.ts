/**
 * The imports whose usage an owner has: their names and contents. Another stage then recognizes their reports, and
 * an export sees whether one of them was imported while it was read.
 */
import * as v from 'valibot';
import { rowFile } from '../../kit/moves/row-file.ts';
import type { Item } from '../../kit/table/item.ts';
import type { Table } from '../../kit/table/table.ts';
import { contentsOf, contentWrites, otherHolder } from '../import/contents.ts';
import { usageWork } from '../import/usage-import.ts';
import { importOfWriter, movedUsageKey, usageImportKey } from '../keys.ts';
import { ALL_MONTHS, readImports } from '../revenue/read-months.ts';
import { movedContents, movedImportRow, notImported } from '../rows/moved-rows.ts';
import { importId, recordId } from './usage-values.ts';

const schema = v.strictObject({
  owner: recordId,
  import: importId,
  name: v.pipe(v.string(), v.maxLength(1000)),
  /** As `contentsOf` names them. */
  contents: v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/, 'must be the name of a content'))),
  /** What the import did last. It changes with every import of the name. */
  run: v.nullable(v.string()),
});

export type UsageImportLine = v.InferOutput<typeof schema>;

const rowOf = ({ import: importId, name, contents }: UsageImportLine) =>
  movedImportRow({ importId, name, contents });

export const usageImportFile = rowFile({
  name: 'usage-imports',
  schema,
  isAddedLater: true,
  async read({ table }, owner) {
    const all = await readImports(table, owner, ALL_MONTHS);
    const ids = [...new Set(all.map((each) => importOfWriter(each.importId)))];
    return { lines: await linesOf(table, owner, ids), next: undefined };
  },
  async readAgain({ table }, { owner, id }) {
    return linesOf(table, owner, [id.split(' ').slice(1).join()]);
  },
  about: ({ owner, import: importId }) => ({ owner, id: `${owner} ${importId}` }),
  rowsOf: (line) => [rowOf(line)],
  writesWith: (line) => [
    ...contentWrites({ importId: line.import, name: line.name }, line.contents),
    notImported(line.import),
  ],
  async find({ table }, lines) {
    const ids = [...new Set(lines.map((line) => line.import))];
    const found = new Map((await linesOf(table, '', ids)).map((line) => [line.import, rowOf(line)]));
    return lines.map((line) => found.get(line.import));
  },
  async rejects({ table }, lines) {
    for (const { import: importId, contents } of lines) {
      const name = await otherHolder(table, importId, contents);
      if (name !== undefined) return `This stage has imported the same lines as ${name}. ${REPEAT}`;
    }
    return undefined;
  },
});

const REPEAT =
  'Their usage would count twice. Repeat with --without-usage, and let import-usage --rematch find the lines.';

async function linesOf(table: Table, owner: string, ids: readonly string[]): Promise<UsageImportLine[]> {
  const rows = await table.getMany(
    ids.flatMap((id) => [usageImportKey(id), movedUsageKey(id)]),
    true,
  );
  const rowAt = (pk: string) => rows.find((row) => row['pk'] === pk);
  return ids.flatMap((id) => {
    const own = rowAt(usageImportKey(id).pk);
    const line = own ? ownLine(own) : movedLine(rowAt(movedUsageKey(id).pk));
    // Imports that an earlier version has moved have none.
    return line ? [{ owner, import: id, ...line }] : [];
  });
}

function ownLine(row: Item) {
  const { name, state, run, loaded } = usageWork.read(row);
  const contents = loaded.slice(0, 1).flatMap(contentsOf);
  return { name, contents, run: `${run} ${state}` };
}

const movedLine = (row: Item | undefined) =>
  row && { name: String(row['name']), contents: movedContents(row), run: null };
