/**
 * Reads a page of everything of an organization that existed when its export began, or some lines again. The
 * command line writes them into files.
 */
import { usersOf } from '../../accounts/users-of.ts';
import type { Run } from '../../kit/commands/listed.ts';
import { isTimeUp } from '../../kit/commands/operation.ts';
import { readAgain } from '../../kit/moves/read-again.ts';
import { firstPosition, readPage } from '../../kit/moves/read-page.ts';
import { idEnd } from '../../kit/table/ids.ts';
import { environment } from '../../platform/settings.ts';
import type { exportOrganization } from '../commands.ts';
import { movedFiles } from '../moved-files.ts';

/** A record is read after those that link to it, so most links in the files lead to records in the files. */
const files = movedFiles.toReversed();

export const run = (async (given, operation) => {
  const { 'organization-id': organization, key, after, again } = given;
  const until = Number(given.until ?? idEnd(operation.now));
  const isKept = (id: string) => !(Number(id) >= until);
  const users = await usersOf(operation, organization);
  const order = {
    files,
    organization,
    users: users.filter(isKept).toSorted((left, right) => Number(left) - Number(right)),
  };
  const about = { 'organization-id': organization, bucket: environment('BUCKET_NAME'), until: String(until) };
  const isEnding = () => isTimeUp(operation);
  if (again) {
    const reading = { files, owners: [organization, ...users], isTimeUp: isEnding };
    return { ...about, again: await readAgain({ ...operation, key }, reading, again) };
  }
  if (after === undefined) return { ...about, parts: [], after: firstPosition(order) };
  return { ...about, ...(await readPage({ ...operation, key, isKept }, { order, after }, isEnding)) };
}) satisfies Run<typeof exportOrganization>;
