/**
 * Stops all changes by the users of an organization, or allows them again, effective from their next request. Can be repeated
 * after an interruption. The record is first and last, so that an organization with any such user is listed. Each change of
 * users checks the record, so that of two concurrent calls, one begins again after the other.
 */
import type { Stored } from '../kit/declare/fields.ts';
import { unchangedCheck } from '../kit/records/changes.ts';
import { retried } from '../kit/records/decided.ts';
import { deciding } from '../kit/records/deciding.ts';
import { changed, changeRecord, findRecord, type Store, save } from '../kit/records/store.ts';
import { failedConditions } from '../kit/table/commit.ts';
import { rowMissing } from '../kit/table/expressions.ts';
import type { Write } from '../kit/table/write.ts';
import { problem } from '../kit/values/problems.ts';
import { batchesOf } from '../platform/batches.ts';
import { whiteLabels } from './api/white-labels.ts';
import { erasureWorkKey } from './keys.ts';
import { changeReadOnly } from './sign-in/access.ts';
import { usersOf } from './users-of.ts';

type Organization = Stored<typeof whiteLabels>;

interface MadeReadOnly {
  /** As it is now. If it changes, its users may be allowed to change things again. */
  readonly organization: Organization;
  /** The number of users. */
  readonly users: number;
}

export const makeReadOnly = (store: Store, id: string): Promise<MadeReadOnly> =>
  retried(async () => {
    // The record changes even if it is marked, so that what is ending this concurrently begins again.
    const organization = await changeRecord(store, { resource: whiteLabels, id }, ({ fields }) => ({
      fields: { 'read-only-since': fields['read-only-since'] ?? store.now.toISOString() },
    }));
    const users = await changeUsers(store, true, organization, [unchangedCheck(organization)]);
    return users === 'changed' ? 'again' : { organization, users };
  });

/** @returns the number of users. @throws organization_erased */
export const endReadOnly = (store: Store, id: string): Promise<number> =>
  retried(async () => {
    const [organization, erasure] = await Promise.all([
      findRecord(store, whiteLabels, id),
      store.table.get(organizationErasureKey(id)),
    ]);
    if (erasure) throw beingErased(id);
    if (!organization) throw problem('unknown_record', `There is no organization ${id}.`);
    const notErased: Write = { check: organizationErasureKey(id), condition: rowMissing };
    const checks = [unchangedCheck(organization), notErased];
    const users = await changeUsers(store, false, organization, checks);
    if (users === 'changed') return 'again';
    if (organization.fields['read-only-since'] === null) return users;
    const fields = { 'read-only-since': null };
    const after = changed(store, whiteLabels, { before: organization, fields });
    const change = { resource: whiteLabels, before: organization, after };
    const { is } = await save(deciding(store), [change], [notErased]);
    return is === 'saved' ? users : 'again';
  });

export const organizationErasureKey = (id: string) => erasureWorkKey(`${whiteLabels.type}#${id}`);

export const beingErased = (id: string) =>
  problem('organization_erased', `Organization ${id} is being erased.`);

const USERS_TOGETHER = 25;

/**
 * Lists them again until all are changed: until the one from whom a new user copies is changed, the new one is as it was.
 * @returns how many there are, or that a check failed.
 */
async function changeUsers(
  store: Store,
  isReadOnly: boolean,
  { id }: Organization,
  checks: readonly Write[],
): Promise<number | 'changed'> {
  const changedUsers = new Set<string>();
  for (;;) {
    const users = (await usersOf(store, id)).filter((user) => !changedUsers.has(user));
    if (users.length === 0) return changedUsers.size;
    for (const some of batchesOf(users, USERS_TOGETHER)) {
      const writes = some.map((user) => changeReadOnly(user, isReadOnly));
      if (await failedConditions(store.table.commit([...writes, ...checks]))) return 'changed';
    }
    for (const user of users) changedUsers.add(user);
  }
}
