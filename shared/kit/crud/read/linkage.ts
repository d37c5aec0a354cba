/** The linkage of a relationship, for many records in one lookup, however it is kept. */
import { resourceOf } from '../../declare/api.ts';
import type { ShownRecord } from '../../declare/fields.ts';
import type { Relationship, ToMany } from '../../declare/relationship.ts';
import type { Resource } from '../../declare/resource.ts';
import type { Identifier } from '../../jsonapi/types.ts';
import { problem } from '../../values/problems.ts';
import type { Context } from '../context.ts';
import { type Linked, linkingTo } from './linking.ts';
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

/** What a to-many relationship leads to, with what was found on the way: the others that it links, or all of it. */
export type Related = Pick<Linked, 'id' | 'record'> & Partial<Pick<Linked, 'ids'>>;

interface Looking {
  readonly name: string;
  readonly ids: readonly string[];
  /** Link lists may be read as they were a moment ago, for half the units. */
  readonly isEventual?: boolean;
}

/** @returns the identifiers a to-many relationship leads to, for each record by its id. */
export async function lookUpLinkage(
  context: Context,
  resource: Resource,
  { name, ids }: Looking,
): Promise<Map<string, Identifier[]>> {
  const { type } = relationshipOf(resource, name);
  const related = await lookUpRelated(context, resource, { name, ids });
  return new Map(Array.from(related, ([id, far]) => [id, far.map((each) => ({ type, id: each.id }))]));
}

/** @returns what a to-many relationship leads to, each once, for each record by its id. */
export async function lookUpRelated(
  context: Context,
  resource: Resource,
  { name, ids, isEventual = false }: Looking,
): Promise<Map<string, readonly Related[]>> {
  const relationship = relationshipOf(resource, name);
  if (!relationship.many) throw new Error(`${resource.type}.${name} is not a to-many relationship.`);
  const { type, through } = relationship;
  const linkType = resourceOf(context.api, through?.type ?? type);
  const linking = await linkingTo(context, linkType, { near: nearOf(relationship), ids, isEventual });
  const related = Array.from(linking, ([id, links]): [string, readonly Related[]] => {
    if (!through) return [id, links];
    const far = new Set(links.flatMap(({ ids: linked }) => linked[through.far] ?? []));
    return [id, Array.from(far, (each) => ({ id: each }))];
  });
  const all = related.flatMap(([, far]) => far.map((each) => each.id));
  const seen = await visibleIds(context, resourceOf(context.api, type), all);
  return new Map(related.map(([id, far]) => [id, far.filter((each) => seen(each.id))]));
}

/** The to-one relationship, of the link type or of the related one, that a to-many relationship is found by. */
export const nearOf = ({ through, inverse }: ToMany): string => through?.near ?? inverse ?? '';

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
