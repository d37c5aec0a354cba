/** Creates another administrator of an organization in one transaction. */

import type { ArgumentsOf, Run } from '../../kit/commands/listed.ts';
import type { Operation } from '../../kit/commands/operation.ts';
import { decided } from '../../kit/records/decided.ts';
import type { Deciding } from '../../kit/records/deciding.ts';
import { findRecord, newRecord, save } from '../../kit/records/store.ts';
import { rowMissing } from '../../kit/table/expressions.ts';
import { problem } from '../../kit/values/problems.ts';
import { type User, users } from '../api/users.ts';
import type { addAdmin } from '../commands.ts';
import { accessKey, credentialsKey } from '../keys.ts';
import { newAccess, readAccess } from '../sign-in/access.ts';
import { hashPassword } from '../sign-in/passwords.ts';

export const run = (async (given, operation) => {
  const hash = await hashPassword(given['admin-password']);
  const admin = await decided(operation, (deciding) => create(given, hash, deciding));
  return { 'organization-id': admin.ownerId, 'admin-id': admin.id };
}) satisfies Run<typeof addAdmin>;

/** @throws unknown_record, value_taken. */
async function create(
  { 'organization-user-id': modelId, name, email }: ArgumentsOf<typeof addAdmin>,
  hash: string,
  operation: Operation & Deciding,
): Promise<User | 'again'> {
  const [model, access] = await Promise.all([
    findRecord(operation, users, modelId),
    readAccess(operation, accessKey(modelId), ['capabilities', 'readOnly']),
  ]);
  if (!model || !access) throw problem('unknown_record', `There is no user ${modelId}.`);
  const { dsps, 'streaming-dsp-allowed': streaming, 'fingerprint-dsp-allowed': fingerprint } = model.fields;
  const flags = { 'streaming-dsp-allowed': streaming, 'fingerprint-dsp-allowed': fingerprint };
  const admin = newRecord(operation, users, {
    ownerId: model.ownerId,
    fields: { name, email, role: 'admin', dsps, ...flags },
  });
  const { capabilities, readOnly: isReadOnly = false } = access;
  const account = { userId: admin.id, organizationId: admin.ownerId, role: 'admin', capabilities } as const;
  const outcome = await save(
    operation,
    [{ resource: users, after: admin }],
    [
      newAccess({ ...account, isDisabled: false, isReadOnly }),
      { put: { ...credentialsKey(admin.id), hash }, condition: rowMissing },
    ],
  );
  if (outcome.is === 'taken') throw problem('value_taken', `--email: ${email} already has an account.`);
  return outcome.is === 'saved' ? admin : 'again';
}
