/** import-usage: says where the report goes, and starts the import when it is there. */
import { problem } from '../../shared/domain/problems.ts';
import { environment } from '../../shared/settings.ts';
import { importOf, startImport } from '../../shared/usage/start-import.ts';
import { reportObject } from '../../shared/usage/usage-objects.ts';
import type { CommandHandler } from './operation.ts';
import { shownImport } from './show-usage-import.ts';

export const importUsage: CommandHandler<'import-usage'> = async (given, operation) => {
  const { sha256, bytes, uploaded } = given;
  if (sha256 === undefined || bytes === undefined)
    throw problem(
      'invalid_value',
      'The command line of the project uploads the report before this command runs.',
    );
  const file = { name: given.as ?? given.file, sha256, bytes };
  if (uploaded) return shownImport(await startImport(operation, file));
  const same = await importOf(operation.table, file);
  if (same) return shownImport(same);
  return { upload: { bucket: environment('USAGE_BUCKET'), key: reportObject(sha256) } };
};
