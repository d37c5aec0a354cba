/** Stops all changes by the users of an organization, or allows them again. */
import type { Run } from '../../kit/commands/listed.ts';
import { endReadOnly, makeReadOnly } from '../change-read-only.ts';
import type { setReadOnly } from '../commands.ts';
import { usersOf } from '../users-of.ts';

export const run = (async ({ 'organization-id': id, end }, operation) => {
  // First, because it says that there is no organization.
  await usersOf(operation, id);
  const users = end ? await endReadOnly(operation, id) : (await makeReadOnly(operation, id)).users;
  return { 'organization-id': id, 'read-only': !end, users };
}) satisfies Run<typeof setReadOnly>;
