/** Finds the records affected by a deletion. They are deleted too, or their link is cleared. */
import type { StoredRecord } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
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
    conditions: all.flatMap(({ conditions = [] }) => conditions),
    ahead: (dependents) => all.flatMap(({ ahead }) => ahead?.(dependents) ?? []),
    problems: all.flatMap(({ problems = [] }) => problems),
    clearedFields: Object.assign({}, ...all.map(({ clearedFields }) => clearedFields)),
    steps: all.flatMap(({ around }) => around ?? []),
  };
}

export interface Cascade {
  /** Records that link directly to the deleted one. */
  readonly children: readonly Deletion[];
  /** All descendants. */
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
  clearedFields: Removals['clearedFields'] = {},
): Promise<Cascade> {
  if (after) return { children: [], changes: [], writes: [] };
  const dependent = context.api.resources.flatMap((each) =>
    Object.entries(each.relationships).flatMap(([name, relationship]) => {
      const { many, type } = relationship;
      if (many || relationship.onDelete === 'keep' || type !== resource.type) return [];
      const stays = relationship.onDelete === 'clear' ? (clearedFields[each.type] ?? {}) : null;
      return [changedWith(context, before, { resource: each, name, stays })];
    }),
  );
  return merged(await Promise.all(dependent));
}

export const merged = (cascades: readonly Cascade[]): Cascade => ({
  children: cascades.flatMap(({ children }) => children),
  changes: cascades.flatMap(({ changes }) => changes),
  writes: cascades.flatMap(({ writes }) => writes),
});

/**
 * Changes the records of a type that link to the record by the relationship of this name.
 * @param stays fields to set when the link is cleared, or null if records are deleted.
 */
async function changedWith(
  context: WriteContext & DecidingContext,
  record: StoredRecord,
  { resource, name, stays }: { resource: Resource; name: string; stays: StoredRecord['fields'] | null },
): Promise<Cascade> {
  const { records, unchanged } = await linkedRecords(context, record, { resource, by: name });
  const children = await Promise.all(
    records.map(async (before): Promise<Deletion> => {
      const after = stays && changed(context, resource, { before, fields: { ...stays, [name]: null } });
      if (after) return { resource, before, after };
      return { resource, before, removal: await decideRemoval(context, resource, before, record) };
    }),
  );
  const below = merged(await Promise.all(children.map((child) => cascade(context, child))));
  return { children, changes: [...children, ...below.changes], writes: [...unchanged, ...below.writes] };
}
