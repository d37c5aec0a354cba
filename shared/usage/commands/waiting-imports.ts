/** Reports of stores that were rejected, or that have lines of unknown tracks, for operators. */

import type { WaitingList } from '../../kit/commands/waiting.ts';
import { readable } from '../../kit/table/damaged-rows.ts';
import type { Table } from '../../kit/table/table.ts';
import { importsPage } from '../import/listed-imports.ts';
import { UNMATCHED_IMPORTS, type UsageImport, usageWork } from '../import/usage-import.ts';
import { usageImportKey } from '../keys.ts';

const GUIDE = 'docs/guides/deploying.md#usage-and-royalties';

/** @param limit of the imports with unmatched lines, and of the last imports, which are looked through. */
export async function waitingImports(table: Table, limit: number): Promise<WaitingList> {
  const [unmatched, last] = await Promise.all([
    unmatchedImports(table, limit),
    importsPage(table, { limit, after: undefined }),
  ]);
  return {
    items: [...unmatched.imports.flatMap(unmatchedLines), ...last.imports.flatMap(rejectedLines)],
    isWhole: unmatched.isWhole && last.after === null,
  };
}

async function unmatchedImports(table: Table, limit: number) {
  const range = { index: 'by-owner', partition: UNMATCHED_IMPORTS, limit: limit + 1 } as const;
  const entries = await table.query(range);
  const keys = entries.slice(0, limit).map(({ ownerSort }) => usageImportKey(String(ownerSort)));
  const imports = readable(table, await table.getMany(keys, true), usageWork.read);
  return { imports, isWhole: entries.length <= limit };
}

/** A run in progress can match them. */
const unmatchedLines = ({ name, state, importedAt, finishedAt, counts }: UsageImport) =>
  state === 'running' || !counts || counts.unmatched === 0
    ? []
    : [
        {
          what: 'report with unmatched lines',
          id: name,
          since: importedAt ?? finishedAt,
          about: `${counts.unmatched} of ${counts.imported} imported lines have an ISRC of no owner, or of several`,
          resolve: `after the tracks have their ISRCs, import-usage --rematch (${GUIDE})`,
        },
      ];

function rejectedLines({ name, state, reason, rejectedAs, finishedAt, counts }: UsageImport) {
  const resolve = `import-usage CORRECTED.csv --as ${name} (${GUIDE})`;
  const waiting = { id: name, since: finishedAt, resolve };
  // There is nothing to do about a report that was imported before.
  if (rejectedAs === 'known') return [];
  if (state === 'refused')
    return [{ what: 'report that was rejected', about: reason ?? 'without a reason', ...waiting }];
  if (state === 'running' || !counts || counts.rejected === 0) return [];
  const about = `${counts.rejected} of ${counts.lines} lines were rejected`;
  return [{ what: 'report with rejected lines', about, ...waiting }];
}
