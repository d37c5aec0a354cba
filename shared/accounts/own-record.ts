/** The record of the user who sends a request. */
import type { Caller } from '../kit/http/caller.ts';
import { findRecord, type Store } from '../kit/records/store.ts';
import { problem } from '../kit/values/problems.ts';
import { type User, users } from './api/users.ts';

/** @throws not_authenticated (401) if the user was deleted after the token was checked. */
export async function ownRecord(
  { table }: Pick<Store, 'table'>,
  { userId }: Pick<Caller, 'userId'>,
): Promise<User> {
  const record = await findRecord({ table }, users, userId);
  if (!record) throw noLongerExists();
  return record;
}

export const noLongerExists = () => problem('not_authenticated', 'This account no longer exists.');
