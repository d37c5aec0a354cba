/** The list of imports, in the order of their starts. */
import { readable } from '../../kit/table/damaged-rows.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Write } from '../../kit/table/write.ts';
import { usageImportKey, usageImportListKey } from '../keys.ts';
import { type UsageImport, usageWork } from './usage-import.ts';

type Started = Pick<UsageImport, 'importId' | 'startedAt'>;

const rowOf = (started: Started) => ({ ...usageImportListKey(started), importId: started.importId });

/** @param before the import of an earlier file with the same name. */
export const listingWrites = (started: Started, before: Started | undefined): Write[] =>
  before && before.startedAt !== started.startedAt
    ? [{ put: rowOf(started) }, { delete: usageImportListKey(before) }]
    : [{ put: rowOf(started) }];

/** @param after the position at the end of the previous page. @returns newest first. */
export async function importsPage(
  table: Table,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<{ imports: UsageImport[]; after: string | null }> {
  const { pk: partition } = usageImportListKey({ startedAt: '', importId: '' });
  // The range includes the end of the previous page.
  const range = { newestFirst: true, limit: limit + 2, ...(after !== undefined && { upTo: after }) } as const;
  const rows = (await table.query({ partition, ...range })).filter(({ sk }) => sk !== after);
  const page = rows.slice(0, limit);
  const ids = page.map(({ importId }) => String(importId));
  const imports = readable(table, await table.getMany(ids.map(usageImportKey), true), usageWork.read);
  const byId = new Map(imports.map((each) => [each.importId, each]));
  return {
    imports: ids.flatMap((id) => byId.get(id) ?? []),
    after: rows.length > limit ? String(page.at(-1)?.['sk']) : null,
  };
}

/** Of the newest imports. Others have ended. */
const NEWEST = 500;

export async function runningImports(table: Table): Promise<UsageImport[]> {
  const { imports } = await importsPage(table, { limit: NEWEST, after: undefined });
  return imports.filter(({ state }) => state === 'running');
}
