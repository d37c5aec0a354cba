/** Shows a user by e-mail address. */
import { commandRun } from '../../../kit/commands/command-run.ts';
import { findRecord } from '../../../kit/records/store.ts';
import { users } from '../../api/users.ts';
import { accessKey } from '../../keys.ts';
import { organizationsOf } from '../../organizations-of.ts';
import { expiryOf, sessionsOf } from '../../sign-in/sessions.ts';
import { unknownEmail, userOfEmail } from '../user-of-email.ts';
import { findUser } from './declare.ts';

export const run = commandRun(findUser, async ({ email }, operation) => {
  const id = await userOfEmail(operation.table, email);
  const [user, access, organizations] = await Promise.all([
    findRecord(operation, users, id),
    operation.table.get(accessKey(id)),
    organizationsOf(operation, [id]),
  ]);
  if (!user || !access) throw unknownEmail(email);
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
});
