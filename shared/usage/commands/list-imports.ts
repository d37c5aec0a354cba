/** Lists imports page by page. */
import type { Run } from '../../kit/commands/listed.ts';
import type { listImports } from '../commands.ts';
import { importsPage } from '../import/listed-imports.ts';
import { importSummary } from './shown-import.ts';

export const run = (async ({ limit, after }, { table }) => {
  const page = await importsPage(table, { limit, after });
  const items = page.imports.map((each) => ({
    ...importSummary(each),
    bytes: each.bytes,
    // Of earlier versions, it is not known.
    contents: each.contents,
    by: each.by,
    'started-at': each.startedAt,
    'finished-at': each.finishedAt,
  }));
  return { items, after: page.after };
}) satisfies Run<typeof listImports>;
