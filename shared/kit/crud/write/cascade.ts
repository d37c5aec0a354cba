/** Finds the records affected by a deletion. They are deleted too, or their link is cleared. */
import type { StoredRecord } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import { unheld } from '../../records/deciding.ts';
import type { ClearedFields } from '../../records/deletion-work.ts';
import { dependentsOn } from '../../records/dependents.ts';
import { linkedRecords } from '../../records/linked-records.ts';
import { changed } from '../../records/store.ts';
import type { Write } from '../../table/write.ts';
import { allRead, joined } from './decide.ts';
import type { DecidingContext, Removal, Steps, WriteContext } from './hooks.ts';

export interface Deletion {
  readonly resource: Resource;
  readonly before: StoredRecord;
  /** The record with a cleared link, if it stays. */
  readonly after?: StoredRecord;
  /** Further changes from the hooks of its type. */
  readonly removal?: Pick<Removals, 'also' | 'writes'>;
}

/** What the hooks of a type decide about the deletion of a record. */
export interface Removals extends Required<Omit<Removal, 'around'>> {
  readonly steps: readonly Steps[];
}

/** @param cause in a cascade, the record that causes the deletion. @throws Problems. */
export async function decideRemoval(
  context: WriteContext & DecidingContext,
  { type }: Resource,
  record: StoredRecord,
  cause?: StoredRecord,
): Promise<Removals> {
  const hooks = (context.hooks[type] ?? []).flatMap(({ remove }) => remove ?? []);
  const loading = hooks.map(async ({ load }) => allRead(await load?.(record, context, cause)));
  const loaded = joined(await Promise.all(loading));
  const { caller, now } = context;
  const all = hooks.map(({ decide }) => decide(record, loaded, { caller, now, cause }) ?? {});
  return {
    also: all.flatMap(({ also = [] }) => also),
    writes: all.flatMap(({ writes = [] }) => writes),
    problems: all.flatMap(({ problems = [] }) => problems),
    clearedFields: Object.assign({}, ...all.map(({ clearedFields }) => clearedFields)),
    steps: all.flatMap(({ around }) => around ?? []),
  };
}

/** The records that link to the deleted one by one relationship. */
export interface Cascade {
  readonly resource: Resource;
  readonly children: readonly Deletion[];
  /** With all descendants. */
  readonly changes: readonly Deletion[];
  /** Checks that no links were added. */
  readonly writes: readonly Write[];
}

/**
 * @param clearedFields fields to set on records whose link is cleared, by type.
 * @throws Error if the relationship is unbounded, because not all linking records could be known.
 */
export async function cascade(
  context: WriteContext & DecidingContext,
  { resource, before, after }: Deletion,
  clearedFields: ClearedFields = {},
): Promise<readonly Cascade[]> {
  if (after) return [];
  const dependent = dependentsOn(context.api, resource.type).map(({ resource: each, by, onDelete }) => {
    const stays = onDelete === 'clear' ? (clearedFields[each.type] ?? {}) : null;
    return changedWith(context, before, { resource: each, name: by, stays });
  });
  return Promise.all(dependent);
}

/**
 * Changes the records of a type that link to the record by the relationship of this name.
 * @param stays fields to set when the link is cleared, or null if records are deleted.
 */
async function changedWith(
  context: WriteContext & DecidingContext,
  record: StoredRecord,
  { resource, name, stays }: { resource: Resource; name: string; stays: StoredRecord['fields'] | null },
): Promise<Cascade> {
  const reading = unheld(
    context,
    'The list has a condition, and each record is written or is left for later',
  );
  const { records, unchanged } = await linkedRecords(reading, record, { resource, by: name });
  const children = await Promise.all(
    records.map(async (before): Promise<Deletion> => {
      const after = stays && changed(context, resource, { before, fields: { ...stays, [name]: null } });
      if (after) return { resource, before, after };
      return { resource, before, removal: await decideRemoval(context, resource, before, record) };
    }),
  );
  const below = (await Promise.all(children.map((child) => cascade(context, child)))).flat();
  return {
    resource,
    children,
    changes: [...children, ...below.flatMap(({ changes }) => changes)],
    writes: [...unchanged, ...below.flatMap(({ writes }) => writes)],
  };
}
