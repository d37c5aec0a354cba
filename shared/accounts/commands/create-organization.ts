/** Creates an organization and its first admin in one transaction. */

import type { ArgumentsOf, Run } from '../../kit/commands/listed.ts';
import { deciding } from '../../kit/records/deciding.ts';
import { newRecord, type Store, save } from '../../kit/records/store.ts';
import { rowMissing } from '../../kit/table/expressions.ts';
import { newId } from '../../kit/table/ids.ts';
import { problem } from '../../kit/values/problems.ts';
import { users } from '../api/users.ts';
import { whiteLabels } from '../api/white-labels.ts';
import { withSwitches } from '../capability-switches.ts';
import type { createOrganization } from '../commands.ts';
import { credentialsKey } from '../keys.ts';
import { newAccess } from '../sign-in/access.ts';
import { hashPassword } from '../sign-in/passwords.ts';

export const run = (async (given, operation) =>
  create(given, await hashPassword(given['admin-password']), operation)) satisfies Run<
  typeof createOrganization
>;

/** @param hash of the administrator's password: tests have one that takes no time. @throws value_taken. */
export async function create(
  given: ArgumentsOf<typeof createOrganization>,
  hash: string,
  store: Store,
): Promise<{ readonly 'organization-id': string; readonly 'admin-id': string }> {
  const organizationId = newId(store.now);
  const email = given['admin-email'];
  const organization = newRecord(store, whiteLabels, {
    id: organizationId,
    // An organization is its own owner.
    ownerId: organizationId,
    fields: { name: given.name },
  });
  const admin = newRecord(store, users, {
    ownerId: organizationId,
    fields: {
      name: given['admin-name'],
      email,
      role: 'admin',
      'fingerprint-dsp-allowed': true,
      'streaming-dsp-allowed': true,
      dsps: given.dsps,
    },
  });
  const access = newAccess({
    userId: admin.id,
    organizationId,
    role: 'admin',
    capabilities: withSwitches([], given),
    isDisabled: false,
  });
  const credentials = { ...credentialsKey(admin.id), hash };
  const creations = [
    { resource: whiteLabels, after: organization },
    { resource: users, after: admin },
  ];
  const outcome = await save(deciding(store), creations, [
    access,
    { put: credentials, condition: rowMissing },
  ]);
  if (outcome.is === 'saved') return { 'organization-id': organizationId, 'admin-id': admin.id };
  throw problem('value_taken', `--admin-email: ${email} already has an account.`);
}
