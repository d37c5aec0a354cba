/** The links that records must have, by the declarations: to others, or from others. Pure. */
import type { Api } from '../declare/api.ts';
import type { StoredRecord } from '../declare/fields.ts';
import type { Relationship } from '../declare/relationship.ts';
import type { Resource } from '../declare/resource.ts';
import type { Need } from './moved-file.ts';

/** Links that are cleared when their record is deleted can be empty. */
const isRequired = (relationship: Relationship): boolean =>
  relationship.required && (relationship.many || relationship.onDelete !== 'clear');

/** @returns the required relationships that a record keeps, but does not have. */
export const missingLinks = (
  { relationships }: Resource,
  links: Readonly<Record<string, string | readonly string[] | null>>,
): string[] =>
  Object.entries(relationships).flatMap(([name, relationship]) =>
    relationship.kept && isRequired(relationship) && !links[name]?.length ? [name] : [],
  );

/** The link of a type by which the records of another must be linked. */
interface RequiredLink {
  readonly type: string;
  readonly by: string;
}

function requiredFrom({ relationships }: Resource): RequiredLink[] {
  return Object.values(relationships).flatMap((relationship) => {
    if (!relationship.many || !isRequired(relationship)) return [];
    const { through, inverse, type } = relationship;
    if (through) return [{ type: through.type, by: through.near }];
    return inverse === null ? [] : [{ type, by: inverse }];
  });
}

const textOf = ({ type, by }: RequiredLink, id: string): string => `${type} by ${by} ${id}`;

/** @returns what a record needs of those that link to it. */
export const neededFrom = (resource: Resource, { id }: Pick<StoredRecord, 'id'>): Need[] =>
  requiredFrom(resource).map((link) => ({
    text: textOf(link, id),
    at: { file: link.type, id, by: link.by },
    kind: 'linked',
  }));

/** @returns what a record offers those that need its links. */
export const offeredBy = (
  { resources }: Pick<Api, 'resources'>,
  { type }: Resource,
  { fields }: Pick<StoredRecord, 'fields'>,
): string[] =>
  requiredOn(resources)
    .filter((link) => link.type === type)
    .map((link) => textOf(link, String(fields[link.by])));

/** Computed once for the declarations, because each line asks. */
const cache = new WeakMap<Api['resources'], readonly RequiredLink[]>();

function requiredOn(resources: Api['resources']): readonly RequiredLink[] {
  const links = cache.get(resources) ?? resources.flatMap(requiredFrom);
  cache.set(resources, links);
  return links;
}
