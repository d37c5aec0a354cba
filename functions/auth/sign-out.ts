/** POST /auth/logout and /auth/logout-all: tokens are dead the moment their session is gone, on every function. */
import { closeAllSessions, closeSession } from '../../shared/auth/access.ts';
import { type Exchange, found } from '../../shared/http/exchange.ts';
import type { Response } from '../../shared/http/response.ts';

export async function signOut({ table, caller }: Exchange): Promise<Response> {
  await table.commit([closeSession(found(caller))]);
  return { status: 200, document: { message: 'You are signed out.' } };
}

export async function signOutEverywhere({ table, caller }: Exchange): Promise<Response> {
  await table.commit([closeAllSessions(found(caller).userId)]);
  return { status: 200, document: { message: 'You are signed out everywhere.' } };
}
