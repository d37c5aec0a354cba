/** create-organization: an organization with its first admin, in one transaction. */
import type { Resource } from '../../shared/api/define/resource.ts';
import { users } from '../../shared/api/users.ts';
import { whiteLabels } from '../../shared/api/white-labels.ts';
import { newAccess } from '../../shared/auth/access.ts';
import { hashPassword } from '../../shared/auth/passwords.ts';
import { problem } from '../../shared/domain/problems.ts';
import { absent, ConditionsFailed, type Write } from '../../shared/table/commit.ts';
import { guardOf, takeGuard } from '../../shared/table/guards.ts';
import { newId } from '../../shared/table/ids.ts';
import { credentialsKey, keyRows } from '../../shared/table/keys.ts';
import { type StoredRecord, toItem } from '../../shared/table/records.ts';
import type { Run } from './operation.ts';
import { switched } from './switched.ts';

export const createOrganization: Run<'create-organization'> = async (given, { table, now }) => {
  const organizationId = newId(now);
  const userId = newId(now);
  const at = { 'created-at': now.toISOString(), 'updated-at': now.toISOString() };
  const email = given['admin-email'];
  const guard = takeGuard(
    guardOf('users', { scope: 'platform', field: 'email', value: email }),
    userId,
    'alone',
  );
  const organization = put(whiteLabels, organizationId, {
    id: organizationId,
    fields: { name: given.name, ...at },
  });
  const admin = put(users, organizationId, {
    id: userId,
    fields: {
      name: given['admin-name'],
      email,
      role: 'admin',
      'is-disabled': false,
      'fingerprint-dsp-allowed': true,
      'streaming-dsp-allowed': true,
      dsps: given.dsps,
      ...at,
    },
  });
  const access = newAccess({
    userId,
    organizationId,
    role: 'admin',
    capabilities: switched([], given),
    isDisabled: false,
  });
  const credentials = { ...credentialsKey(userId), hash: await hashPassword(given['admin-password']) };
  try {
    await table.commit([guard, organization, admin, access, { put: credentials, condition: absent }]);
  } catch (error) {
    if (!(error instanceof ConditionsFailed && error.failed.has(guard))) throw error;
    throw problem('value_taken', `--admin-email: ${email} already has an account.`);
  }
  return { 'organization-id': organizationId, 'admin-id': userId };
};

function put(
  resource: Resource & { readonly type: keyof typeof keyRows },
  ownerId: string,
  { id, fields }: Pick<StoredRecord, 'id' | 'fields'>,
): Write {
  const record: StoredRecord = { type: resource.type, id, ownerId, version: 1, fields };
  return { put: toItem(resource, keyRows[resource.type], record), condition: absent };
}
