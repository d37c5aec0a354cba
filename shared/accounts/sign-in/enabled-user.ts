/** For what must not be done for a user who was disabled after a request or an event. */
import type { Deciding } from '../../kit/records/deciding.ts';
import type { Item } from '../../kit/table/item.ts';
import { problem } from '../../kit/values/problems.ts';
import { accessKey } from '../keys.ts';
import { readAccess } from './access.ts';

/** @param access the row; undefined if the user was deleted. */
export const isEnabled = (access: Item | undefined): boolean => access?.['disabled'] === false;

/** @throws not_authenticated (401) if the user is disabled already. The write fails if the user is disabled meanwhile. */
export async function requireEnabled(store: Deciding, userId: string): Promise<void> {
  const access = await readAccess(store, accessKey(userId), ['disabled']);
  if (access?.disabled !== false) throw problem('not_authenticated', 'This account is disabled.');
}
