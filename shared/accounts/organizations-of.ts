/** The organizations of users, for operators. */
import { findRecords, type Store } from '../kit/records/store.ts';
import { tupleOf } from '../kit/values/tuple-of.ts';
import { whiteLabels } from './api/white-labels.ts';
import { accessKey } from './keys.ts';

export interface ShownOrganization {
  readonly organization: string;
  readonly 'organization-name': string | null;
}

/** @returns the organizations by the ids of users. */
export async function organizationsOf(
  store: Pick<Store, 'table'>,
  userIds: Iterable<string>,
): Promise<ReadonlyMap<string, ShownOrganization>> {
  const keys = Array.from(new Set(userIds), accessKey);
  const rows = await store.table.getMany(keys, true);
  const ids = rows.map(({ organization }) => String(organization));
  const records = await findRecords(store, whiteLabels, ids);
  const names = new Map(records.map(({ id, fields }) => [id, fields.name]));
  return new Map(
    rows.map(({ pk, organization }) => {
      const [, userId] = tupleOf(2, String(pk).split('#'));
      const id = String(organization);
      return [userId, { organization: id, 'organization-name': names.get(id) ?? null }];
    }),
  );
}
