/** The organizations of users, for operators. */
import { findRecords, type Store } from '../kit/records/store.ts';
import { whiteLabels } from './api/white-labels.ts';
import { accessKey } from './keys.ts';

export interface ShownOrganization {
  readonly organization: string;
  readonly 'organization-name': string | null;
}

/** @returns organizations by user. */
export async function organizationsOf(
  store: Pick<Store, 'table'>,
  userIds: Iterable<string>,
): Promise<ReadonlyMap<string, ShownOrganization>> {
  const keys = Array.from(new Set(userIds), accessKey);
  const rows = await store.table.getMany(keys, true);
  const ids = rows.map(({ organization }) => String(organization));
  const found = await findRecords(store, whiteLabels, ids);
  const names = new Map(found.map(({ id, fields }) => [id, fields.name]));
  return new Map(
    rows.map(({ pk, organization }) => {
      const id = String(organization);
      return [
        String(pk).split('#')[1] ?? '',
        { organization: id, 'organization-name': names.get(id) ?? null },
      ];
    }),
  );
}
