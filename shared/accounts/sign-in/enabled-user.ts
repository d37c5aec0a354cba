/** For what must not be done for a user who was disabled after a request or an event. */
import { equal } from '../../kit/table/expressions.ts';
import type { Item } from '../../kit/table/item.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Write } from '../../kit/table/write.ts';
import { problem } from '../../kit/values/problems.ts';
import { accessKey } from '../keys.ts';
import { accessAttribute } from './access.ts';

/** @param access the row; undefined if the user was deleted. */
export const isEnabled = (access: Item | undefined): boolean => access?.['disabled'] === false;

/**
 * @returns a check for the transaction of the write. It fails if the user is disabled in the meantime.
 * @throws not_authenticated (401) if the user is disabled already.
 */
export async function enabledCheck(table: Table, userId: string): Promise<Write> {
  const row = await table.get(accessKey(userId));
  if (!isEnabled(row)) throw problem('not_authenticated', 'This account is disabled.');
  return { check: accessKey(userId), condition: equal(accessAttribute('disabled'), false) };
}
