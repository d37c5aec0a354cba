/** Sets a new password and ends all sessions of the user. */
import { commandRun } from '../../../kit/commands/command-run.ts';
import { findHolder, uniqueValue } from '../../../kit/records/unique-values.ts';
import { failedConditions } from '../../../kit/table/commit.ts';
import { rowExists } from '../../../kit/table/expressions.ts';
import { type Problems, problem } from '../../../kit/values/problems.ts';
import { credentialsKey } from '../../keys.ts';
import { closeAllSessions } from '../../sign-in/access.ts';
import { hashPassword } from '../../sign-in/passwords.ts';
import { resetPassword } from './declare.ts';

export const run = commandRun(resetPassword, async ({ email, password }, { table }) => {
  const value = uniqueValue('users', { owner: 'platform', field: 'email', values: [email] });
  const userId = await findHolder(table, value);
  if (userId === undefined) throw unknown(email);
  const credentials = { ...credentialsKey(userId), hash: await hashPassword(password) };
  const writes = [{ put: credentials, condition: rowExists }, closeAllSessions(userId)];
  if (await failedConditions(table.commit(writes))) throw unknown(email);
  return { 'user-id': userId, sessions: 'ended' };
});

const unknown = (email: string): Problems =>
  problem('unknown_record', `There is no user with the e-mail address ${email}.`);
