/** What is deleted together with a record: the records whose relationship to it says so, and what goes with those. */
import type { StoredRecord } from '../../api/define/fields.ts';
import type { Resource } from '../../api/define/resource.ts';
import { linkedRecords } from '../../records/linked-records.ts';
import type { Write } from '../../table/write.ts';
import type { Context } from '../context.ts';

export interface Deletion {
  readonly resource: Resource;
  readonly before: StoredRecord;
}

export interface Cascade {
  /** The records that link to the record itself. */
  readonly children: readonly Deletion[];
  /** The children, and all below them. */
  readonly changes: readonly Deletion[];
  /** That nothing began to link meanwhile. */
  readonly writes: readonly Write[];
}

/** @throws Error when a cascading relationship has no bounded link: what it would delete could not be known. */
export async function cascade(context: Context, { resource, before }: Deletion): Promise<Cascade> {
  const dependent = context.api.resources.flatMap((each) =>
    Object.entries(each.relationships).flatMap(([name, relationship]) =>
      !relationship.many && relationship.onDelete === 'cascade' && relationship.type === resource.type
        ? [{ resource: each, name }]
        : [],
    ),
  );
  return merged(await Promise.all(dependent.map((each) => deletedWith(context, before, each))));
}

export const merged = (cascades: readonly Cascade[]): Cascade => ({
  children: cascades.flatMap(({ children }) => children),
  changes: cascades.flatMap(({ changes }) => changes),
  writes: cascades.flatMap(({ writes }) => writes),
});

async function deletedWith(
  context: Context,
  record: StoredRecord,
  { resource, name }: { resource: Resource; name: string },
): Promise<Cascade> {
  const { records, unchanged } = await linkedRecords(context, record, { resource, by: name });
  const children = records.map((before) => ({ resource, before }));
  const below = merged(await Promise.all(children.map((child) => cascade(context, child))));
  return { children, changes: [...children, ...below.changes], writes: [...unchanged, ...below.writes] };
}
