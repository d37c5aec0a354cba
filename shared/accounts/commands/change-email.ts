/** Changes the e-mail address of a user and frees the former one in one transaction. */
import type { Run } from '../../kit/commands/listed.ts';
import { requireRecord } from '../../kit/commands/operation.ts';
import { changeRecord } from '../../kit/records/store.ts';
import { isProblem, problem } from '../../kit/values/problems.ts';
import { users } from '../api/users.ts';
import type { changeEmail } from '../commands.ts';
import { requireUnerased } from '../erased-user.ts';

export const run = (async (given, operation) => {
  const { 'user-id': id, email } = given;
  await requireRecord(operation, users, id);
  try {
    await changeRecord(operation, { resource: users, id }, (user) => {
      requireUnerased(user);
      return user.fields.email === email ? undefined : { fields: { email } };
    });
  } catch (error) {
    if (!isProblem(error, 'value_taken')) throw error;
    throw problem('value_taken', `--email: ${email} already has an account.`);
  }
  return { 'user-id': id, email };
}) satisfies Run<typeof changeEmail>;
