/** import-usage: says where the report goes, and starts the import when it is there. */
import { problem } from '../../shared/kit/values/problems.ts';
import { environment } from '../../shared/platform/settings.ts';
import { importOf, startImport } from '../../shared/usage/import/start-import.ts';
import { startRematches } from '../../shared/usage/import/start-rematches.ts';
import { reportObject } from '../../shared/usage/import/usage-objects.ts';
import type { CommandHandler } from './operation.ts';
import { shownImport } from './show-usage-import.ts';

export const importUsage: CommandHandler<'import-usage'> = async (given, operation) => {
  const { file: fileName, as: name = fileName, sha256, bytes, uploaded, rematch } = given;
  if (rematch) return { rematched: await startRematches(operation) };
  if (name === undefined) throw problem('required', 'The path of a report is required, or --rematch.');
  if (sha256 === undefined || bytes === undefined)
    throw problem(
      'invalid_value',
      'The command line of the project uploads the report before this command runs.',
    );
  const file = { name, sha256, bytes };
  if (uploaded) return shownImport(await startImport(operation, file));
  const same = await importOf(operation.table, file);
  if (same) return shownImport(same);
  return { upload: { bucket: environment('BUCKET_NAME'), key: reportObject(sha256) } };
};
