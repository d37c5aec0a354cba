/** POST /auth/logout and /auth/logout-all. The tokens of an ended session are invalid immediately. */
import type { RequestState } from '../../kit/http/request-state.ts';
import type { ApiResponse } from '../../kit/http/response.ts';
import { required } from '../../kit/values/required.ts';
import { closeAllSessions, closeSession } from '../sign-in/access.ts';

export async function signOut({ table, caller }: RequestState): Promise<ApiResponse> {
  await table.commit([closeSession(required(caller, 'The route needs a caller.'))]);
  return { status: 200, document: { message: 'You are signed out.' } };
}

export async function signOutEverywhere({ table, caller }: RequestState): Promise<ApiResponse> {
  await table.commit([closeAllSessions(required(caller, 'The route needs a caller.').userId)]);
  return { status: 200, document: { message: 'You are signed out everywhere.' } };
}
