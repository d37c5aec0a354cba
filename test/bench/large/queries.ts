/** Every list that an owner can ask for, with each of its sorts and filters, by the declarations. */
import type { Filter } from '../../../shared/kit/declare/filter.ts';
import type { Resource } from '../../../shared/kit/declare/resource.ts';

/** A resource object in a response. */
export interface Shown {
  readonly id: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data?: unknown }>>;
}

export interface ListQuery {
  /** As in the table of figures. */
  readonly name: string;
  readonly path: string;
}

/** Reference data is not of an owner. */
export const listed = (resources: readonly Resource[]): Resource[] =>
  resources.filter(({ operations, owner }) => operations.includes('list') && owner !== 'platform');

/** @param among a record of the list, so that filters find something; undefined if the list is empty. */
export function queriesOf(resource: Resource, among: Shown | undefined): ListQuery[] {
  const path = `/${resource.type}`;
  const sorts = resource.sorts.flatMap((field) => [field, `-${field}`]).map((sort) => `sort=${sort}`);
  const filters = Object.entries(resource.filters).map(([name, filter]) => ({
    name: `${path}?filter[${name}]`,
    path: `${path}?filter[${name}]=${encodeURIComponent(valueFor(filter, among))}`,
  }));
  return [
    { name: path, path },
    ...sorts.map((sort) => ({ name: `${path}?${sort}`, path: `${path}?${sort}` })),
    ...filters,
  ];
}

/** @returns what the record has, if that is a valid value. */
function valueFor({ field, parse, example }: Filter, among: Shown | undefined): string {
  const value = among && shownValue(field, among);
  return value !== undefined && parse(value) ? value : example;
}

function shownValue(field: string, { id, attributes = {}, relationships = {} }: Shown): string | undefined {
  if (field === 'id') return id;
  const [linked] = [relationships[field]?.data ?? []].flat();
  const value = attributes[field] ?? Object(linked)['id'];
  return value === undefined || value === null || value === '' ? undefined : String(value);
}
