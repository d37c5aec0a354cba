/** The users of an organization, who own its records. */
import { findRecord, type Store } from '../kit/records/store.ts';
import { ownerKey } from '../kit/table/keys.ts';
import { problem } from '../kit/values/problems.ts';
import { users } from './api/users.ts';
import { whiteLabels } from './api/white-labels.ts';

/** @throws unknown_record */
export async function usersOf(store: Pick<Store, 'table'>, organization: string): Promise<string[]> {
  const partition = ownerKey(organization, users.type);
  const [record, rows] = await Promise.all([
    findRecord(store, whiteLabels, organization),
    store.table.query({ index: 'by-owner', partition }),
  ]);
  if (!record) throw problem('unknown_record', `There is no organization ${organization}.`);
  return rows.map(({ pk }) => String(pk).slice(users.type.length + 1));
}
