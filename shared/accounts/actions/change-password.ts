/** POST /auth/password. Guesses of the current password count as sign-ins. */
import { parseBody } from '../../kit/http/endpoint-body.ts';
import type { RequestState } from '../../kit/http/request-state.ts';
import type { ApiResponse } from '../../kit/http/response.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import { equal } from '../../kit/table/expressions.ts';
import type { Write } from '../../kit/table/write.ts';
import { comparable } from '../../kit/values/comparable.ts';
import { type Problem, Problems } from '../../kit/values/problems.ts';
import { required } from '../../kit/values/required.ts';
import { changePassword as endpoint } from '../api/authentication.ts';
import { credentialsKey } from '../keys.ts';
import { ownRecord } from '../own-record.ts';
import { closeOtherSessions } from '../sign-in/access.ts';
import { hashPassword, isPassword } from '../sign-in/passwords.ts';
import { countSignIn } from '../sign-in/sign-in-limit.ts';

export async function changePassword(state: RequestState): Promise<ApiResponse> {
  const { members, problems } = parseBody(state.request, endpoint);
  const { current_password: current, new_password: next } = members;
  if (current === undefined) throw new Problems(problems);
  const hash = await hashOf(state, current);
  if (hash === undefined) throw new Problems([...problems, wrongPassword]);
  if (next === undefined) throw new Problems(problems);
  await replaceHash(state, hash, await hashPassword(next));
  return { status: 204 };
}

const wrongPassword: Problem = {
  code: 'wrong_password',
  detail: 'The current password is wrong.',
  pointer: '/current_password',
};

/**
 * @returns the stored hash of the caller, or undefined if the password is wrong.
 * @throws rate_limit_exceeded.
 */
async function hashOf(state: RequestState, password: string): Promise<string | undefined> {
  const caller = required(state.caller, 'The route needs a caller.');
  const [user, credentials] = await Promise.all([
    ownRecord(state, caller),
    state.table.get(credentialsKey(caller.userId)),
  ]);
  await countSignIn(state, comparable(user.fields.email));
  const hash = credentials && String(credentials['hash']);
  return (await isPassword(password, hash)) ? hash : undefined;
}

/** @throws wrong_password if the session ended, of which the stack makes a 401, or the password changed concurrently. */
async function replaceHash({ table, caller, now }: RequestState, from: string, to: string): Promise<void> {
  const { userId, sessionId } = required(caller, 'The route needs a caller.');
  const closing = closeOtherSessions({ userId, sessionId });
  const replacing: Write = {
    update: credentialsKey(userId),
    with: [
      { set: 'hash', to },
      { set: 'changed-at', to: now.toISOString() },
    ],
    condition: equal('hash', from),
  };
  const failed = await failedConditions(table.commit([closing, replacing]));
  if (failed) throw new Problems([wrongPassword]);
}
