/** The names of people, for operators. */
import { findRecords, type Store } from '../kit/records/store.ts';
import { users } from './api/users.ts';

/** As logs and decisions name a user. */
const USER = /^user (\d+)$/;

const userIn = (actor: string): string | undefined => USER.exec(actor)?.[1];

/**
 * @param actors such as "user 114877148073984". Others, such as operators, have no record.
 * @returns the names by the actors, of the users that exist.
 */
export async function namesOf(
  store: Pick<Store, 'table'>,
  actors: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(Array.from(actors, userIn).filter((id) => id !== undefined));
  const records = await findRecords(store, users, ids);
  return new Map(
    records.map(({ id, fields: { name, lastname } }) => [
      `user ${id}`,
      lastname === null || lastname === '' ? name : `${name} ${lastname}`,
    ]),
  );
}
