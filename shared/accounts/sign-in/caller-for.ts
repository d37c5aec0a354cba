/** The caller that a user would be, for commands that write on behalf of the user. */
import type { Caller } from '../../kit/http/caller.ts';
import type { Table } from '../../kit/table/table.ts';
import { problem } from '../../kit/values/problems.ts';
import { accessKey } from '../keys.ts';
import { callerOf } from './access.ts';

/** @throws unknown_record without such a user, or if the user is disabled. */
export async function callerFor(table: Table, userId: string): Promise<Caller> {
  const row = await table.get(accessKey(userId));
  if (!row) throw problem('unknown_record', `There is no user ${userId}.`);
  if (row['disabled'] === true) throw problem('unknown_record', `The user ${userId} is disabled.`);
  return callerOf(row, { userId, sessionId: '' });
}
