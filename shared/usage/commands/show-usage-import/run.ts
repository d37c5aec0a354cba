/** Shows the state of an import. */
import { commandRun } from '../../../kit/commands/command-run.ts';
import { problem } from '../../../kit/values/problems.ts';
import { findImport } from '../../import/start-import.ts';
import { shownImport } from '../shown-import.ts';
import { showUsageImport } from './declare.ts';

export const run = commandRun(showUsageImport, async ({ name }, { table }) => {
  const found = await findImport(table, name);
  if (!found) throw problem('unknown_usage_import', `There is no import named ${name}.`);
  return shownImport(found);
});
