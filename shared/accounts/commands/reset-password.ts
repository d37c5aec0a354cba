/** Sets a new password and ends all sessions of the user. */
import type { Run } from '../../kit/commands/listed.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import { rowExists } from '../../kit/table/expressions.ts';
import type { resetPassword } from '../commands.ts';
import { credentialsKey } from '../keys.ts';
import { closeAllSessions } from '../sign-in/access.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { unknownEmail, userOfEmail } from './user-of-email.ts';

export const run = (async ({ email, password }, { table }) => {
  const userId = await userOfEmail(table, email);
  const credentials = { ...credentialsKey(userId), hash: await hashPassword(password) };
  const writes = [{ put: credentials, condition: rowExists }, closeAllSessions(userId)];
  if (await failedConditions(table.commit(writes))) throw unknownEmail(email);
  return { 'user-id': userId, sessions: 'ended' };
}) satisfies Run<typeof resetPassword>;
