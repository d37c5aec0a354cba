/** change-email: changes the e-mail address a user signs in with, and frees the former one, in one transaction. */
import { users } from '../../shared/accounts/api/users.ts';
import { changeRecord, findRecord } from '../../shared/kit/records/store.ts';
import { isProblem, problem } from '../../shared/kit/values/problems.ts';
import type { CommandHandler } from './operation.ts';

export const changeEmail: CommandHandler<'change-email'> = async (given, operation) => {
  const { 'user-id': id, email } = given;
  if (!(await findRecord(operation, users, id))) throw problem('unknown_record', `There is no user ${id}.`);
  try {
    await changeRecord(operation, { resource: users, id }, ({ fields }) =>
      fields.email === email ? undefined : { fields: { email } },
    );
  } catch (error) {
    if (!isProblem(error, 'value_taken')) throw error;
    throw problem('value_taken', `--email: ${email} already has an account.`);
  }
  return { 'user-id': id, email };
};
