/**
 * Stops all changes by the users of an organization, or allows them again, effective from their next request. Can be repeated
 * after an interruption. The record is first and last, so that an organization with any such user is listed.
 */
import type { Run } from '../../kit/commands/listed.ts';
import type { Operation } from '../../kit/commands/operation.ts';
import { changeRecord } from '../../kit/records/store.ts';
import { batchesOf } from '../../platform/batches.ts';
import { whiteLabels } from '../api/white-labels.ts';
import type { setReadOnly } from '../commands.ts';
import { changeReadOnly } from '../sign-in/access.ts';
import { usersOf } from './users-of.ts';

export const run = (async ({ 'organization-id': id, end }, operation) => {
  // First, because it says that there is no organization.
  await usersOf(operation, id);
  if (!end) await mark(operation, id, true);
  const users = await usersOf(operation, id);
  for (const some of batchesOf(users, USERS_TOGETHER))
    await operation.table.commit(some.map((user) => changeReadOnly(user, !end)));
  if (end) await mark(operation, id, false);
  return { 'organization-id': id, 'read-only': !end, users: users.length };
}) satisfies Run<typeof setReadOnly>;

const USERS_TOGETHER = 25;

const mark = (operation: Operation, id: string, isReadOnly: boolean) =>
  changeRecord(operation, { resource: whiteLabels, id }, ({ fields }) =>
    (fields['read-only-since'] !== null) === isReadOnly
      ? undefined
      : { fields: { 'read-only-since': isReadOnly ? operation.now.toISOString() : null } },
  );
