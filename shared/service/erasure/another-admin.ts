/** Finds an administrator who remains when another is erased. */
import { type User, users } from '../../accounts/api/users.ts';
import { isEnabledAdmin } from '../../accounts/erased-user.ts';
import { usersOf } from '../../accounts/users-of.ts';
import { type Deciding, unheld } from '../../kit/records/deciding.ts';
import { findRecord, findRecords, type Store } from '../../kit/records/store.ts';

/**
 * @param user an enabled administrator.
 * @returns another of the organization, whom the write of the decision holds.
 */
export async function anotherAdmin(store: Store & Deciding, user: User): Promise<User | undefined> {
  const others = unheld(store, 'The one that is found is read again, and the rest does not matter');
  const ids = (await usersOf(others, user.ownerId)).filter((id) => id !== user.id);
  const admins = (await findRecords(others, users, ids)).filter(isEnabledAdmin);
  for (const { id } of admins) {
    const admin = await findRecord(store, users, id);
    if (admin && isEnabledAdmin(admin)) return admin;
  }
  return undefined;
}
