/** The whole API as data: all declarations, checked against each other when the program loads. */
import type { KeyRow } from '../table/keys.ts';
import { linkIndexesOf } from '../table/keys.ts';
import type { Endpoint } from './endpoint.ts';
import type { ToMany } from './relationship.ts';
import type { Resource } from './resource.ts';

export interface Api<R extends Resource = Resource, E extends Endpoint = Endpoint> {
  readonly resources: readonly R[];
  readonly endpoints: readonly E[];
  readonly keys: Readonly<Record<string, KeyRow>>;
}

type PlatformType<R extends Resource> = R extends { owner: 'platform' } ? R['type'] : never;

/**
 * Combines all declarations into one API.
 * @param api the resources, the endpoints, and a key row for every type that is not reference data.
 * @returns the same, with its types known to the compiler.
 * @throws Error when declarations contradict each other. The message says what to change.
 * @example
 * const keys = { labels: { unique: { name: 'owner' } } };
 * const api = defineApi({ resources: [labels, genres], endpoints: [signIn], keys });
 */
export function defineApi<const R extends Resource, const E extends Endpoint>(api: {
  readonly resources: readonly R[];
  readonly endpoints: readonly E[];
  readonly keys: Readonly<Record<Exclude<R['type'], PlatformType<R>>, KeyRow>>;
}): Api<R, E> {
  for (const resource of api.resources) checkResource(api, resource);
  return api;
}

/**
 * @returns the declaration of a type.
 * @throws Error when the type is not declared: a bug, not a bad request.
 */
export function resourceOf(api: Pick<Api, 'resources'>, type: string): Resource {
  const resource = api.resources.find((each) => each.type === type);
  if (!resource) throw new Error(`The type ${type} is not declared: add it to shared/service/api.ts.`);
  return resource;
}

function checkResource(api: Api, resource: Resource): void {
  const { type, relationships, attributes, smartCreation, owner } = resource;
  const row = api.keys[type] ?? {};
  if (owner !== 'platform' && !api.keys[type]) {
    throw new Error(`${type} has no key row: add one to keyRows in shared/kit/table/keys.ts.`);
  }
  for (const [name, relationship] of Object.entries(relationships)) {
    resourceOf(api, relationship.type);
    if (relationship.many)
      checkToMany(api, `${type}.${name}`, { ...relationship, target: relationship.type });
    checkDeletion(api, resource, name);
  }
  for (const { field, from, via } of Object.values(resource.filters)) {
    const relationship = relationships[field];
    if (via !== undefined) checkVia(api, resource, { field, via });
    if (from === 'count') checkCount(api, resource, field);
    if (from === 'links' && (!relationship || (relationship.many && !relationship.through)))
      throw new Error(
        `${type}: a filter asks for what ${field} links: that takes one record, or a link type.`,
      );
  }
  for (const [name, { countOf }] of Object.entries(attributes)) {
    if (countOf !== null && !isCounted(api, countOf, type))
      throw new Error(`${type}.${name} counts ${countOf}, which is not a counted relationship to ${type}.`);
  }
  for (const path of resource.includes) checkInclude(api, resource, path);
  linkIndexesOf(row);
  for (const [link, { max = 0, by }] of Object.entries(row.links ?? {})) {
    const relationship = relationships[link];
    if (relationship?.many !== false)
      throw new Error(`${type}: the link ${link} is not a to-one relationship.`);
    for (const field of by?.split('+') ?? [])
      if (!(field in attributes || field in relationships) || max === 0)
        throw new Error(
          `${type}: the link ${link} is unique by ${field}, which requires a declared field and a max.`,
        );
    if (max > 0 && resourceOf(api, relationship.type).owner === 'platform')
      throw new Error(
        `${type}: the link ${link} points to reference data, which all owners share: remove its max.`,
      );
  }
  const unique = smartCreation && row.unique?.[smartCreation.by];
  if (smartCreation && (typeof unique === 'string' ? unique : unique?.scope) !== 'owner') {
    throw new Error(
      `${type}: smart creation by ${smartCreation.by} needs unique: { ${smartCreation.by}: 'owner' }.`,
    );
  }
  if (row.sortedBy && !(row.sortedBy in attributes))
    throw new Error(`${type} is sorted by ${row.sortedBy}, which is not an attribute.`);
}

/** Link lists and counts of a record go with it: what links to it must go, too, link null, or keep it. */
function checkDeletion(api: Api, { type, relationships }: Resource, name: string): void {
  const relationship = relationships[name];
  const max = api.keys[type]?.links?.[name]?.max;
  const isChanged = relationship?.many === false && relationship.onDelete !== 'keep';
  if (isChanged && max === undefined)
    throw new Error(`${type}.${name} cascades or is cleared: give its link a max in its key row.`);
  const isKnown = max !== undefined || relationship?.counted === true;
  if (!relationship || !isKnown || isChanged || relationship.blocksDeletion) return;
  if (resourceOf(api, relationship.type).operations.includes('delete'))
    throw new Error(
      `${type}.${name} is listed or counted by ${relationship.type}: let it block their deletion, cascade or be cleared.`,
    );
}

function checkToMany(
  api: Api,
  name: string,
  relationship: Pick<ToMany, 'inverse' | 'through' | 'writable'> & { target: string },
): void {
  const { inverse, through, target, writable } = relationship;
  if (inverse !== null && writable !== 'never')
    throw new Error(`${name} is the inverse of ${target}.${inverse}: write that one.`);
  const { owner, relationships } = resourceOf(api, through?.type ?? target);
  const [near, far] = through ? [through.near, through.far] : [inverse, null];
  if (near !== null && owner !== 'platform' && !api.keys[through?.type ?? target]?.links?.[near])
    throw new Error(`${name} needs ${through?.type ?? target}.${near} among the links of its key row.`);
  if (far !== null && relationships[far]?.type !== target)
    throw new Error(
      `${name} goes through ${through?.type}.${far}, which is not a relationship to ${target}.`,
    );
}

function checkCount(api: Api, { type, relationships }: Resource, field: string): void {
  const relationship = relationships[field];
  const counted = relationship?.many && (relationship.through ?? relationship.inverse);
  if (!relationship?.many || !counted)
    throw new Error(
      `${type}: has('${field}') requires a to-many relationship with an inverse or a link type.`,
    );
  const name = relationship.through
    ? `${relationship.through.type}.${relationship.through.near}`
    : `${relationship.type}.${relationship.inverse}`;
  if (resourceOf(api, relationship.type).owner !== 'platform' && !isCounted(api, name, type))
    throw new Error(`${type}: has('${field}') requires a count: make ${name} counted.`);
}

function checkVia(
  api: Api,
  { type, relationships }: Resource,
  { field, via }: { field: string; via: string },
): void {
  const related = relationships[field];
  const further = related && resourceOf(api, related.type).relationships[via];
  if (related?.many !== false || !further?.many || !further.through)
    throw new Error(
      `${type}: a filter of ${field} via ${via} takes one record, and a link type from there on.`,
    );
}

function isCounted(api: Api, counter: string, type: string): boolean {
  const [from = '', name = ''] = counter.split('.');
  const relationship = resourceOf(api, from).relationships[name];
  return (
    relationship?.type === type && (relationship.counted || (api.keys[from]?.links?.[name]?.max ?? 0) > 100)
  );
}

function checkInclude(api: Api, resource: Resource, path: string): void {
  let at = resource;
  for (const name of path.split('.')) {
    const relationship = at.relationships[name];
    if (!relationship)
      throw new Error(
        `${resource.type}: the include ${path} names a relationship that ${at.type} does not have.`,
      );
    at = resourceOf(api, relationship.type);
  }
}
