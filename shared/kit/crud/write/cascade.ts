/** What a deletion changes: dependent records, which are deleted with it, and records that stay and link null. */
import type { StoredRecord } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import { linkedRecords } from '../../records/linked-records.ts';
import { changed } from '../../records/store.ts';
import type { Json } from '../../table/item.ts';
import type { Write } from '../../table/write.ts';
import type { Removal, WriteContext } from './hooks.ts';

export interface Deletion {
  readonly resource: Resource;
  readonly before: StoredRecord;
  /** A record that stays, without the link to the deleted one. */
  readonly after?: StoredRecord;
  /** What the hooks of its type delete with it. */
  readonly removal?: Pick<Removal, 'also' | 'writes'>;
}

export interface Cascade {
  /** The records that link to the record itself. */
  readonly children: readonly Deletion[];
  /** The children, and all below them. */
  readonly changes: readonly Deletion[];
  /** That nothing began to link in the meantime. */
  readonly writes: readonly Write[];
}

/**
 * @param kept by type, what records keep of the deleted one when they stay.
 * @throws Error when the relationship has no bounded link: what it would delete could not be known.
 */
export async function cascade(
  context: WriteContext,
  { resource, before, after }: Deletion,
  kept: Removal['kept'] = {},
): Promise<Cascade> {
  if (after) return { children: [], changes: [], writes: [] };
  const dependent = context.api.resources.flatMap((each) =>
    Object.entries(each.relationships).flatMap(([name, relationship]) =>
      !relationship.many && relationship.onDelete !== 'keep' && relationship.type === resource.type
        ? [
            {
              resource: each,
              name,
              stays: relationship.onDelete === 'clear' ? (kept[each.type] ?? {}) : null,
            },
          ]
        : [],
    ),
  );
  return merged(await Promise.all(dependent.map((each) => changedWith(context, before, each))));
}

export const merged = (cascades: readonly Cascade[]): Cascade => ({
  children: cascades.flatMap(({ children }) => children),
  changes: cascades.flatMap(({ changes }) => changes),
  writes: cascades.flatMap(({ writes }) => writes),
});

interface Dependent {
  readonly resource: Resource;
  /** Its relationship. */
  readonly name: string;
  /** What its records keep of the deleted one; null when they are deleted. */
  readonly stays: Readonly<Record<string, Json>> | null;
}

async function changedWith(
  context: WriteContext,
  record: StoredRecord,
  { resource, name, stays }: Dependent,
): Promise<Cascade> {
  const { records, unchanged } = await linkedRecords(context, record, { resource, by: name });
  const children = await Promise.all(
    records.map(async (before): Promise<Deletion> => {
      const after = stays && changed(context, resource, { before, fields: { ...stays, [name]: null } });
      if (after) return { resource, before, after };
      const removal = await context.hooks[resource.type]?.remove?.(before, context, record);
      return { resource, before, ...(removal && { removal }) };
    }),
  );
  const below = merged(await Promise.all(children.map((child) => cascade(context, child))));
  return { children, changes: [...children, ...below.changes], writes: [...unchanged, ...below.writes] };
}
