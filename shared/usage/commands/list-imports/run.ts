/** Lists imports page by page. */
import { commandRun } from '../../../kit/commands/command-run.ts';
import { importsPage } from '../../import/listed-imports.ts';
import { importSummary } from '../shown-import.ts';
import { listImports } from './declare.ts';

export const run = commandRun(listImports, async ({ limit, after }, { table }) => {
  const page = await importsPage(table, { limit, after });
  const items = page.imports.map((each) => ({
    ...importSummary(each),
    bytes: each.bytes,
    'started-at': each.startedAt,
    'finished-at': each.finishedAt,
  }));
  return { items, after: page.after };
});
