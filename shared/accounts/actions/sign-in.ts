/** POST /oauth/token. Neither message nor response time shows whether an account exists. */
import { readBody } from '../../kit/http/endpoint-body.ts';
import type { RequestState } from '../../kit/http/request-state.ts';
import type { ApiResponse } from '../../kit/http/response.ts';
import { retried } from '../../kit/records/decided.ts';
import { findHolder, uniqueValue } from '../../kit/records/unique-values.ts';
import { equal } from '../../kit/table/expressions.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { comparable } from '../../kit/values/comparable.ts';
import { problem } from '../../kit/values/problems.ts';
import { readSettings } from '../../platform/settings.ts';
import { signIn as endpoint } from '../api/authentication.ts';
import { accessKey, credentialsKey } from '../keys.ts';
import { openSession } from '../sign-in/access.ts';
import { isPassword } from '../sign-in/passwords.ts';
import { countSignIn } from '../sign-in/sign-in-limit.ts';
import { issueToken } from '../sign-in/tokens.ts';

export async function signIn(state: RequestState): Promise<ApiResponse> {
  const { email, password } = readBody(state.request, endpoint);
  const { table, now } = state;
  await countSignIn(state, comparable(email));
  const { tokenLifetimeSeconds } = readSettings();
  const expires = Math.floor(now.getTime() / 1000) + tokenLifetimeSeconds;
  // If the account was disabled or its password changed after it was read, it is read again.
  const session = await retried(async () => {
    const account = await requireAccount(table, { email, password });
    const { userId, access } = account;
    const proof = { check: credentialsKey(userId), condition: equal('hash', account.hash) };
    const sessionId = await openSession(table, access, { userId, expires, now, proof });
    return sessionId ? { userId, sessionId } : 'again';
  });
  const token = await issueToken(session, { now, expires });
  return {
    status: 200,
    document: { access_token: token, token_type: 'Bearer', expires_in: tokenLifetimeSeconds },
  };
}

/** @throws invalid_credentials, or account_disabled if the password is right. */
async function requireAccount(
  table: Table,
  { email, password }: { readonly email: string; readonly password: string },
) {
  const account = await accountOf(table, email);
  const isRight = await isPassword(password, account?.hash);
  if (!account || !isRight)
    throw problem('invalid_credentials', 'The e-mail or password is wrong.', { pointer: '/email' });
  if (account.access['disabled'] !== false)
    throw problem('account_disabled', 'This account is disabled.', { pointer: '/email' });
  return account;
}

/** For an unknown e-mail, the second call reads an impossible user id, so the response time is the same. */
async function accountOf(table: Table, email: string) {
  const value = uniqueValue('users', { owner: 'platform', field: 'email', values: [email] });
  const userId = (await findHolder(table, value)) ?? '0';
  const rows = await table.getMany([accessKey(userId), credentialsKey(userId)], true);
  const row = ({ pk }: Key) => rows.find((each) => each['pk'] === pk);
  const access = row(accessKey(userId));
  const credentials = row(credentialsKey(userId));
  return access && credentials && { userId, access, hash: String(credentials['hash']) };
}
