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
  const sorts = resource.sorts.flatMap((field) => [field, `-${field}`]).map((sort) => `${path}?sort=${sort}`);
  const filters = Object.entries(resource.filters).flatMap(([name, filter]) =>
    queriesBy(`${path}?filter[${name}]`, filter, among),
  );
  return [path, ...sorts].map((each): ListQuery => ({ name: each, path: each })).concat(filters);
}

/** By the value of the record. If it shows none, by each of the few there are, or by an example. */
function queriesBy(filter: string, { field, parse, values, example }: Filter, among: Shown | undefined) {
  const query = (value: string) => `${filter}=${encodeURIComponent(value)}`;
  const value = among && shownValue(field, among);
  if (value !== undefined && parse(value)) return [{ name: filter, path: query(value) }];
  if (!values) return [{ name: filter, path: query(example) }];
  return values.map((each) => ({ name: `${filter}=${each}`, path: query(each) }));
}

function shownValue(field: string, { id, attributes = {}, relationships = {} }: Shown): string | undefined {
  if (field === 'id') return id;
  const [linked] = [relationships[field]?.data ?? []].flat();
  const value = attributes[field] ?? Object(linked)['id'];
  return value === undefined || value === null || value === '' ? undefined : String(value);
}
