/** Finds all records that link to a record by a bounded link, with strong consistency. */
import type { Stored } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { readable } from '../table/damaged-rows.ts';
import type { Key, Link } from '../table/keys.ts';
import type { Write } from '../table/write.ts';
import { byAge, isLinkListOf, isUnchanged, type Linking, linkingOf, linkListKeys } from './links.ts';
import { findRecords, type Store } from './store.ts';

interface Target {
  readonly type: string;
  readonly id: string;
  readonly ownerId: string;
}

export interface GuardedLinkings {
  /** Oldest first. */
  readonly linkings: readonly Linking[];
  /** Checks that no links were added, removed or noted otherwise since. */
  readonly unchanged: readonly Write[];
}

export interface LinkedRecords<D extends Resource> extends GuardedLinkings {
  readonly records: readonly Stored<D>[];
}

/**
 * @param by the to-one relationship of the linking type. Its link needs a `max` in the key row.
 * @throws Error for an unbounded link, because an index is not strongly consistent.
 * @example const { records } = await linkedRecords(store, track, { resource: albumTracks, by: 'track' })
 */
export async function linkedRecords<D extends Resource>(
  { api, table }: Pick<Store, 'api' | 'table'>,
  target: Target,
  { resource, by }: { resource: D; by: string },
): Promise<LinkedRecords<D>> {
  const { linkings, unchanged } = await guardedLinkings({ api, table }, target, { resource, by });
  const ids = linkings.map(({ id }) => id);
  return { linkings, records: await findRecords({ table }, resource, ids), unchanged };
}

/** Like `linkedRecords`, but returns only the entries of the link list. */
export async function guardedLinkings(
  { api, table }: Pick<Store, 'api' | 'table'>,
  target: Target,
  { resource: { type }, by }: { resource: Resource; by: string },
): Promise<GuardedLinkings> {
  const link = boundedLink(api, type, by);
  const lists = linkListKeys({ ownerId: target.ownerId, type, name: by, link }, target);
  const rows = await table.getMany(lists, true);
  const rowOf = (key: Key) => rows.find(({ pk, sk }) => pk === key.pk && sk === key.sk);
  return {
    linkings: readable(table, rows, linkingOf).flat().sort(byAge),
    unchanged: lists.map((check) => ({ check, condition: isUnchanged(rowOf(check)) })),
  };
}

/**
 * Reads the link lists of several records.
 * @param targets records of one owner and type. @param isEventual uses eventually consistent reads, for half
 * the units.
 * @returns entries by the id of the target, oldest first.
 * @example const artists = await linkingsOf(store, [track], { resource: trackArtists, by: 'track' })
 */
export async function linkingsOf(
  { api, table }: Pick<Store, 'table'> & { readonly api: Pick<Store['api'], 'keys'> },
  targets: readonly Target[],
  { resource: { type }, by, isEventual = false }: { resource: Resource; by: string; isEventual?: boolean },
): Promise<Map<string, Linking[]>> {
  const link = boundedLink(api, type, by);
  const keys = targets.flatMap((target) =>
    linkListKeys({ ownerId: target.ownerId, type, name: by, link }, target),
  );
  const rows = await table.getMany(keys, !isEventual);
  return new Map(
    targets.map((target) => {
      const own = rows.filter((row) => isLinkListOf(row, target));
      return [target.id, readable(table, own, linkingOf).flat().sort(byAge)];
    }),
  );
}

function boundedLink({ keys }: Pick<Store['api'], 'keys'>, type: string, by: string): Link {
  const link = keys[type]?.links?.[by];
  if (link?.max === undefined) throw new Error(`The link ${type}.${by} is not bounded. Set its max.`);
  return link;
}

/** Like `linkingsOf`, but returns the linking records. */
export async function linkedRecordsOf<D extends Resource>(
  store: Pick<Store, 'api' | 'table'>,
  targets: readonly Target[],
  { resource, by }: { resource: D; by: string },
): Promise<Map<string, Stored<D>[]>> {
  const linkings = await linkingsOf(store, targets, { resource, by });
  const ids = [...linkings.values()].flat().map(({ id }) => id);
  const linking = await findRecords(store, resource, ids);
  const records = new Map(linking.map((record) => [record.id, record]));
  return new Map(
    Array.from(linkings, ([id, linking]) => [id, linking.flatMap((each) => records.get(each.id) ?? [])]),
  );
}
