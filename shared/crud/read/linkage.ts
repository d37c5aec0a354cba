/** The linkage of a relationship, for many records at once, however it is kept. */
import { resourceOf } from '../../api/define/api.ts';
import type { ShownRecord } from '../../api/define/fields.ts';
import type { Relationship } from '../../api/define/relationship.ts';
import type { Resource } from '../../api/define/resource.ts';
import { problem } from '../../domain/problems.ts';
import type { Identifier } from '../../jsonapi/types.ts';
import type { Context } from '../context.ts';
import { linkingTo } from './linking.ts';
import { loadMany } from './load.ts';
import { visible } from './views.ts';

/** Resource linkage: null and one identifier are to-one, a list is to-many. */
export type RecordLinkage = Identifier | null | readonly Identifier[];

/** @returns linkage that the record itself holds; undefined when it has to be looked up. */
export function ownLinkage(
  { api }: Pick<Context, 'api'>,
  record: ShownRecord,
  name: string,
): RecordLinkage | undefined {
  const relationship = resourceOf(api, record.type).relationships[name];
  if (!relationship) return undefined;
  const { type } = relationship;
  const value = record.fields[name];
  if (relationship.many) {
    if (!relationship.kept) return undefined;
    const ids = api.views[record.type]?.effectiveIds?.(name, record.fields) ?? value;
    return Array.isArray(ids) ? ids.map((id) => ({ type, id: String(id) })) : [];
  }
  const { from } = relationship;
  const id = from === 'owner' ? record.ownerId : from === 'id' ? value : record.fields[from.attribute];
  return id === null || id === undefined || id === '' ? null : { type, id: String(id) };
}

/** @returns the identifiers a to-many relationship leads to, for each record by its id. */
export async function lookUpLinkage(
  context: Context,
  resource: Resource,
  { name, ids }: { name: string; ids: readonly string[] },
): Promise<Map<string, Identifier[]>> {
  const relationship = relationshipOf(resource, name);
  if (!relationship.many) throw new Error(`${resource.type}.${name} is no to-many relationship.`);
  const { type, inverse, through } = relationship;
  const near = through ? through.near : (inverse ?? '');
  const linking = await linkingTo(context, resourceOf(context.api, through?.type ?? type), { near, ids });
  const related = Array.from(linking, ([id, links]): [string, string[]] => {
    const far = through
      ? links.flatMap(({ ids: linked }) => linked[through.far] ?? [])
      : links.map((each) => each.id);
    return [id, [...new Set(far)]];
  });
  const seen = await visibleIds(
    context,
    resourceOf(context.api, type),
    related.flatMap(([, far]) => far),
  );
  return new Map(
    related.map(([id, far]) => [id, far.filter((each) => seen(each)).map((each) => ({ type, id: each }))]),
  );
}

/** @returns whether the caller is to see a record. Records are read only where the view of their type hides some. */
async function visibleIds(
  context: Context,
  resource: Resource,
  ids: readonly string[],
): Promise<(id: string) => boolean> {
  if (!context.api.views[resource.type]?.visible) return () => true;
  const records = [...(await loadMany(context, resource, ids)).values()];
  const seen = new Set((await visible(context, resource, records)).map(({ id }) => id));
  return (id) => seen.has(id);
}

/** @throws unknown_path (404) when the type has no such relationship. */
export function relationshipOf(resource: Resource, name: string): Relationship {
  const relationship = Object.hasOwn(resource.relationships, name) ? resource.relationships[name] : undefined;
  if (!relationship) throw problem('unknown_path', `There is no relationship ${name} on ${resource.type}.`);
  return relationship;
}
