/** What is deleted together with a record: the records whose relationship to it says so, and what goes with those. */
import type { StoredRecord } from '../../api/define/fields.ts';
import type { Resource } from '../../api/define/resource.ts';
import type { Change } from '../../records/changes.ts';
import { isUnchanged, linkingOf, linkListKeys } from '../../records/links.ts';
import type { Write } from '../../table/write.ts';
import { type Context, keyRowOf } from '../context.ts';
import { loadMany } from '../read/load.ts';

export interface Cascade {
  readonly changes: readonly Change[];
  /** That nothing began to link meanwhile. */
  readonly writes: readonly Write[];
}

/** @throws Error when a cascading relationship has no bounded link: what it would delete could not be known. */
export async function cascade(
  context: Context,
  { resource, before }: { resource: Resource; before: StoredRecord },
): Promise<Cascade> {
  const dependent = context.api.resources.flatMap((each) =>
    Object.entries(each.relationships).flatMap(([name, relationship]) =>
      !relationship.many && relationship.onDelete === 'cascade' && relationship.type === resource.type
        ? [{ resource: each, name }]
        : [],
    ),
  );
  const parts = await Promise.all(dependent.map((each) => deletedWith(context, before, each)));
  return { changes: parts.flatMap(({ changes }) => changes), writes: parts.flatMap(({ writes }) => writes) };
}

async function deletedWith(
  context: Context,
  record: StoredRecord,
  { resource, name }: { resource: Resource; name: string },
): Promise<Cascade> {
  const link = keyRowOf(context, resource).links?.[name];
  if (link?.max === undefined)
    throw new Error(`${resource.type}.${name} cascades: give its link a max in its key row.`);
  const keys = linkListKeys({ ownerId: record.ownerId, type: resource.type, name, link }, record);
  const rows = await context.table.getMany(keys, true);
  const ids = rows.flatMap((row) => linkingOf(row).map(({ id }) => id));
  const children = [...(await loadMany(context, resource, ids, true)).values()];
  const below = await Promise.all(children.map((before) => cascade(context, { resource, before })));
  const unchanged = keys.map(
    (key): Write => ({
      check: key,
      condition: isUnchanged(rows.find(({ pk, sk }) => pk === key.pk && sk === key.sk)),
    }),
  );
  return {
    changes: [
      ...children.map((before) => ({ resource, before })),
      ...below.flatMap(({ changes }) => changes),
    ],
    writes: [...unchanged, ...below.flatMap(({ writes }) => writes)],
  };
}
