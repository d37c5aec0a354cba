/** Reads a page of everything of an organization. The command line writes the pages into files. */
import { usersOf } from '../../../accounts/commands/users-of.ts';
import { commandRun } from '../../../kit/commands/command-run.ts';
import { isTimeUp } from '../../../kit/commands/operation.ts';
import { readPage } from '../../../kit/moves/read-page.ts';
import { environment } from '../../../platform/settings.ts';
import { movedFiles } from '../../moved-files.ts';
import { exportOrganization } from './declare.ts';

/** What links to a record is read before it, so that the links in the files lead to records that were read. */
const files = movedFiles.toReversed();

export const run = commandRun(
  exportOrganization,
  async ({ 'organization-id': organization, key, after }, operation) => {
    const users = (await usersOf(operation, organization)).toSorted(
      (left, right) => Number(left) - Number(right),
    );
    const reading = { files, organization, users, isTimeUp: () => isTimeUp(operation) };
    const page = await readPage({ ...operation, key }, reading, after);
    return { 'organization-id': organization, bucket: environment('BUCKET_NAME'), ...page };
  },
);
