/** reset-password: sets a new password and ends all sessions of the user. */
import { closeAllSessions } from '../../shared/accounts/sign-in/access.ts';
import { hashPassword } from '../../shared/accounts/sign-in/passwords.ts';
import { findHolder, uniqueValue } from '../../shared/kit/records/unique-values.ts';
import { ConditionsFailed } from '../../shared/kit/table/commit.ts';
import { rowExists } from '../../shared/kit/table/expressions.ts';
import { credentialsKey } from '../../shared/kit/table/keys.ts';
import { type Problems, problem } from '../../shared/kit/values/problems.ts';
import type { CommandHandler } from './operation.ts';

export const resetPassword: CommandHandler<'reset-password'> = async ({ email, password }, { table }) => {
  const value = uniqueValue('users', { owner: 'platform', field: 'email', values: [email] });
  const userId = await findHolder(table, value);
  if (userId === undefined) throw unknown(email);
  const credentials = { ...credentialsKey(userId), hash: await hashPassword(password) };
  try {
    await table.commit([{ put: credentials, condition: rowExists }, closeAllSessions(userId)]);
  } catch (error) {
    if (error instanceof ConditionsFailed) throw unknown(email);
    throw error;
  }
  return { 'user-id': userId, sessions: 'ended' };
};

const unknown = (email: string): Problems =>
  problem('unknown_record', `There is no user with the e-mail address ${email}.`);
