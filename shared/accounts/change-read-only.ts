/**
 * Stops all changes by the users of an organization, or allows them again, effective from their next request. Can be repeated
 * after an interruption. The record is first and last, so that an organization with any such user is listed.
 */
import { changeRecord, type Store } from '../kit/records/store.ts';
import { batchesOf } from '../platform/batches.ts';
import { whiteLabels } from './api/white-labels.ts';
import { usersOf } from './commands/users-of.ts';
import { changeReadOnly } from './sign-in/access.ts';

/** @returns the number of users. */
export async function makeReadOnly(store: Store, id: string): Promise<number> {
  await mark(store, id, true);
  return changeUsers(store, id, true);
}

/** @returns the number of users. */
export async function endReadOnly(store: Store, id: string): Promise<number> {
  const users = await changeUsers(store, id, false);
  await mark(store, id, false);
  return users;
}

const USERS_TOGETHER = 25;

/** Lists them again until all are changed: until the one from whom a new user copies is changed, the new one is as it was. */
async function changeUsers(store: Store, id: string, isReadOnly: boolean): Promise<number> {
  const changed = new Set<string>();
  for (;;) {
    const users = (await usersOf(store, id)).filter((user) => !changed.has(user));
    if (users.length === 0) return changed.size;
    for (const some of batchesOf(users, USERS_TOGETHER))
      await store.table.commit(some.map((user) => changeReadOnly(user, isReadOnly)));
    for (const user of users) changed.add(user);
  }
}

const mark = (store: Store, id: string, isReadOnly: boolean) =>
  changeRecord(store, { resource: whiteLabels, id }, ({ fields }) =>
    (fields['read-only-since'] !== null) === isReadOnly
      ? undefined
      : { fields: { 'read-only-since': isReadOnly ? store.now.toISOString() : null } },
  );
