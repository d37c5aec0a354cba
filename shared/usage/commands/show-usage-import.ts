/** Shows the state of an import. */
import type { Run } from '../../kit/commands/listed.ts';
import { problem } from '../../kit/values/problems.ts';
import type { showUsageImport } from '../commands.ts';
import { findImport } from '../import/start-import.ts';
import { shownImport } from './shown-import.ts';

export const run = (async ({ name }, { table }) => {
  const usageImport = await findImport(table, name);
  if (!usageImport) throw problem('unknown_usage_import', `There is no import named ${name}.`);
  return shownImport(table, usageImport);
}) satisfies Run<typeof showUsageImport>;
