/** Shows a user by e-mail address or id. */
import type { Run } from '../../kit/commands/listed.ts';
import { findRecord } from '../../kit/records/store.ts';
import { problem } from '../../kit/values/problems.ts';
import { users } from '../api/users.ts';
import type { findUser } from '../commands.ts';
import { accessKey } from '../keys.ts';
import { organizationsOf } from '../organizations-of.ts';
import { expiryOf, sessionsOf } from '../sign-in/sessions.ts';
import { userOfEmail } from './user-of-email.ts';

export const run = (async ({ user: emailOrId }, operation) => {
  const id = emailOrId.includes('@') ? await userOfEmail(operation.table, emailOrId) : emailOrId;
  const [user, access, organizations] = await Promise.all([
    findRecord(operation, users, id),
    operation.table.get(accessKey(id)),
    organizationsOf(operation, [id]),
  ]);
  if (!user || !access) throw problem('unknown_record', `There is no user ${emailOrId}.`);
  const { fields } = user;
  return {
    id,
    email: fields.email,
    name: fields.name,
    lastname: fields.lastname,
    role: fields.role,
    disabled: fields['is-disabled'],
    ...organizations.get(id),
    capabilities: access['capabilities'],
    dsps: fields.dsps,
    sessions: sessionsOf(access).filter((each) => expiryOf(each) * 1000 > operation.now.getTime()).length,
    'created-at': fields['created-at'],
  };
}) satisfies Run<typeof findUser>;
