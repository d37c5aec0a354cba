/** Finds the linkage of a relationship for many records together. */
import { keyRowOf, resourceOf } from '../../declare/api.ts';
import type { ShownRecord } from '../../declare/fields.ts';
import type { Relationship, ToMany } from '../../declare/relationship.ts';
import type { Resource } from '../../declare/resource.ts';
import type { Identifier } from '../../jsonapi/types.ts';
import { counterName, rowsOfList } from '../../records/links.ts';
import { problem } from '../../values/problems.ts';
import { required } from '../../values/required.ts';
import type { Context } from '../context.ts';
import { type Linked, linkingTo } from './backlinks.ts';
import { loadMany } from './load.ts';
import { visible } from './views.ts';

export const keyOf = ({ type, id }: Identifier): string => `${type}#${id}`;
export const linkageKey = (of: Identifier, name: string): string => `${keyOf(of)} ${name}`;

export type RecordLinkage = Identifier | null | readonly Identifier[];

/** @returns linkage stored in the record, or undefined if it has to be looked up. */
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

/** A related record. A direct lookup also provides its other linked ids or all of its fields. */
export type Related = Pick<Linked, 'id' | 'record'> & Partial<Pick<Linked, 'ids'>>;

interface Looking {
  readonly name: string;
  readonly ids: readonly string[];
  /** Reads link lists with eventual consistency, for half the units. */
  readonly isEventual?: boolean;
}

/** @returns the linkage of a to-many relationship by record id. */
export async function lookUpLinkage(
  context: Context,
  resource: Resource,
  { name, ids }: Looking,
): Promise<Map<string, Identifier[]>> {
  const { type } = relationshipOf(resource, name);
  const related = await lookUpRelated(context, resource, { name, ids });
  return new Map(Array.from(related, ([id, far]) => [id, far.map((each) => ({ type, id: each.id }))]));
}

/** @returns the visible related records of a to-many relationship by record id, without duplicates. */
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

/** @returns the to-one relationship, on the link type or the related type, behind a to-many relationship. */
export const nearOf = ({ through, inverse }: ToMany): string =>
  required(
    through?.near ?? inverse ?? undefined,
    'A relationship that is looked up has an inverse or a link type.',
  );

/** @returns the number of rows of a link list, or 0 if an index is queried, and the name of its count. */
export function linkListOf(
  { api }: Pick<Context, 'api'>,
  relationship: ToMany,
): { rows: number; counter: string } {
  const linkType = resourceOf(api, relationship.through?.type ?? relationship.type);
  const near = nearOf(relationship);
  const link = keyRowOf(api, linkType).links?.[near];
  return { rows: link?.max === undefined ? 0 : rowsOfList(link), counter: counterName(linkType.type, near) };
}

/** Checks visibility. Reads records only if their view can hide them. */
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

/** @throws unknown_path (404) if the type does not have the relationship. */
export function relationshipOf(resource: Resource, name: string): Relationship {
  const relationship = Object.hasOwn(resource.relationships, name) ? resource.relationships[name] : undefined;
  if (!relationship)
    throw problem('unknown_path', `The type ${resource.type} does not have the relationship ${name}.`);
  return relationship;
}
