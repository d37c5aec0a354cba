/** Checks or writes some lines of a file of an export. The command line has checked all files before. */
import type { Run } from '../../kit/commands/listed.ts';
import type { LineStatus, MovedFile } from '../../kit/moves/moved-file.ts';
import { problem } from '../../kit/values/problems.ts';
import { SecretBoxError } from '../../platform/secret-box.ts';
import { environment } from '../../platform/settings.ts';
import type { importOrganization } from '../commands.ts';
import { movedFiles } from '../moved-files.ts';
import { replaceRecords } from './replace-records.ts';

export const run = (async (given, operation) => {
  const { lines, step, key } = given;
  const file = movedFiles.find(({ name }) => name === given.file);
  if (!file) throw problem('invalid_value', "Run import-organization from the operator's command line.");
  requireReadable(file, operation.api, lines);
  const about = { bucket: environment('BUCKET_NAME'), ...organizationIn(given) };
  if (step === 'compare' || step === 'replace') {
    const versions = step === 'replace' ? given.versions : undefined;
    return { ...about, found: await replaceRecords(operation, lines, { type: file.name, versions }) };
  }
  if (step === 'finish') {
    await file.finish?.(operation, lines, { takesOver: given['take-over'] });
    return about;
  }
  try {
    const write = () => file.write({ ...operation, key }, lines);
    return { ...about, ...summary(await (step === 'write' ? write() : file.check(operation, lines))) };
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error;
    throw problem('invalid_value', 'The passphrase is not that of the export, or a secret is damaged.');
  }
}) satisfies Run<typeof importOrganization>;

const organizationIn = (given: { readonly 'organization-id'?: string | undefined }) =>
  given['organization-id'] === undefined ? {} : { 'organization-id': given['organization-id'] };

/** A line of any other form would be written as it is. @throws invalid_value */
function requireReadable(
  file: MovedFile,
  api: Parameters<MovedFile['inspect']>[0],
  lines: readonly object[],
): void {
  for (const line of lines) {
    const read = file.inspect(api, line);
    if ('faults' in read) throw problem('invalid_value', read.faults.join(' '));
  }
}

/** @returns the counts, and which lines differ from the stage or have problems, by their places in the page. */
const summary = (statuses: readonly LineStatus[]) => ({
  new: statuses.filter((each) => each === 'new').length,
  there: statuses.filter((each) => each === 'there').length,
  differ: statuses.filter((each) => each === 'differs').length,
  differing: statuses.flatMap((each, index) => (each === 'differs' ? [index] : [])),
  problems: statuses.flatMap((each, index) =>
    typeof each === 'object' ? [{ place: index, detail: each.problem }] : [],
  ),
});
