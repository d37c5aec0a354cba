/** The records that link to a record by a bounded link, as last written, for decisions that depend on all of them. */
import type { Stored } from '../api/define/fields.ts';
import type { Resource } from '../api/define/resource.ts';
import { type Key, recordKey } from '../table/keys.ts';
import type { Write } from '../table/write.ts';
import { isUnchanged, linkingOf, linkListKeys } from './links.ts';
import { recordOf } from './rows.ts';
import type { Store } from './store.ts';

export interface LinkedRecords<D extends Resource> {
  readonly records: readonly Stored<D>[];
  /** Conditions of a write: nothing began or ceased to link since. */
  readonly unchanged: readonly Write[];
}

/**
 * @param by the to-one relationship of the linking type. Its link needs a `max` in the key row.
 * @throws Error for an unbounded link: an index cannot tell what is linked at this moment.
 * @example const { records, unchanged } = await linkedRecords(store, track, { resource: albumTracks, by: 'track' })
 */
export async function linkedRecords<D extends Resource>(
  { api, table }: Pick<Store, 'api' | 'table'>,
  target: { readonly type: string; readonly id: string; readonly ownerId: string },
  { resource, by }: { resource: D; by: string },
): Promise<LinkedRecords<D>> {
  const { type } = resource;
  const link = api.keys[type]?.links?.[by];
  if (link?.max === undefined) throw new Error(`${type}.${by} is not bounded: give its link a max.`);
  const lists = linkListKeys({ ownerId: target.ownerId, type, name: by, link }, target);
  const rows = await table.getMany(lists, true);
  const keys = rows.flatMap(linkingOf).map(({ id }) => recordKey(type, id));
  const records = (await table.getMany(keys, true)).map((item) => recordOf(resource, item));
  const rowOf = (key: Key) => rows.find(({ pk, sk }) => pk === key.pk && sk === key.sk);
  return {
    records,
    unchanged: lists.map((check) => ({ check, condition: isUnchanged(rowOf(check)) })),
  };
}
