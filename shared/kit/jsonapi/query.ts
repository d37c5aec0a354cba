/** Reads the query parameters of a request and checks them against the declaration. */

import { type Filter, filterParameter, type Test } from '../declare/filter.ts';
import type { Resource } from '../declare/resource.ts';
import type { Parameters } from '../declare/shown-response.ts';
import { isFull, type Problem, throwIfAny } from '../values/problems.ts';

export interface ReadQuery {
  /** Relationship paths, each a list of names. */
  readonly include: readonly (readonly string[])[];
  /** Sparse fieldsets by type. Types without one show all fields. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  readonly filters: readonly SentFilter[];
  readonly sort: readonly { readonly field: string; readonly descending: boolean }[];
  readonly page: { readonly number: number; readonly size: number };
}

export interface SentFilter {
  readonly filter: Filter;
  readonly test: Test;
  /** The parameter, such as filter[name]. */
  readonly name: string;
  readonly value: string;
}

type Fault = keyof Resource['badParameters'];
type Parameter = readonly [name: string, value: string];

/**
 * @param allowed parameters that the route accepts.
 * @throws Problems for all invalid parameters, with `source.parameter`.
 * @example const { include, fields } = readQuery(request.query, labels, 'single');
 */
export function readQuery(
  parameters: readonly Parameter[],
  resource: Resource,
  allowed: Parameters,
): ReadQuery {
  const problems: Problem[] = [];
  const query = emptyQuery(resource);
  const seen = new Set<string>();
  for (const [name, value] of parameters) {
    const reject = (fault: Fault, detail: string) => {
      if (!isFull(problems)) problems.push({ code: resource.badParameters[fault], parameter: name, detail });
    };
    const [family, member] = partsOf(name, resource);
    if (!isAllowed(family, member, allowed)) reject('unsupported', notSupported(name, resource, allowed));
    else if (seen.has(name))
      reject('invalid', `${name} is given twice. Separate multiple values with commas.`);
    else readers[family]?.({ query, resource, name, member: member ?? '', value, reject });
    seen.add(name);
  }
  throwIfAny(problems);
  return query;
}

/** @returns the family of a parameter, and the name in brackets. Bare filters are filters. */
function partsOf(name: string, { filters }: Resource): readonly [family: string, member: string | undefined] {
  if (Object.hasOwn(filters, name) && filters[name]?.isBare) return ['filter', name];
  const [, family = name, member] = /^(\w+)\[([^\]]*)\]$/.exec(name) ?? [];
  return [family, member];
}

const emptyQuery = ({ defaultSort, pageSize }: Resource) => ({
  include: [] as string[][],
  fields: new Map<string, Set<string>>(),
  filters: [] as SentFilter[],
  sort: defaultSort.map(sortBy),
  page: { number: 1, size: pageSize.standard },
});

/** @returns the value of a filter as sent, or undefined. */
export const sentValue = ({ filters }: ReadQuery, name: string): string | undefined =>
  filters.find((each) => each.name === filterParameter(name, each.filter))?.value;

const bare = new Set(['include', 'sort']);

function isAllowed(family: string, member: string | undefined, allowed: Parameters): boolean {
  if (!Object.hasOwn(readers, family) || bare.has(family) !== (member === undefined)) return false;
  return allowed === 'list' || (allowed === 'single' && (family === 'include' || family === 'fields'));
}

/** Last sentence of an error. */
const supported = (what: string, names: readonly string[]): string =>
  `Supported ${what}: ${names.join(', ') || 'none'}.`;

function notSupported(name: string, { pageMeta, filters }: Resource, allowed: Parameters): string {
  const single = allowed === 'none' ? [] : ['include', 'fields[<type>]'];
  const list = allowed === 'list' ? ['sort', 'filter[<name>]'] : [];
  const pages = allowed === 'list' && pageMeta !== 'none' ? ['page[number]', 'page[size]'] : [];
  const bare = allowed === 'list' ? Object.keys(filters).filter((name) => filters[name]?.isBare) : [];
  const all = supported('parameters', [...single, ...list, ...bare, ...pages]);
  return `The query parameter ${name} is not supported here. ${all}`;
}

interface ReadParameter {
  readonly query: ReturnType<typeof emptyQuery>;
  readonly resource: Resource;
  readonly name: string;
  readonly member: string;
  readonly value: string;
  readonly reject: (fault: Fault, detail: string) => void;
}

const filterNames = ({ filters }: Resource): string[] =>
  Object.entries(filters).flatMap(([name, { isBare }]) => (isBare ? [] : [name]));

const names = (value: string): string[] => (value === '' ? [] : value.split(',').map((name) => name.trim()));

const readers: Readonly<Record<string, (reading: ReadParameter) => void>> = {
  include({ query, resource, value, reject }) {
    const paths = supported('paths', resource.includes);
    for (const path of names(value)) {
      // Prefixes of a declared path are allowed, because JSON:API includes intermediate records anyway.
      const isDeclared = resource.includes.some((each) => each === path || each.startsWith(`${path}.`));
      if (isDeclared) query.include.push(path.split('.'));
      else reject('unsupported', `${resource.type} cannot include ${path || 'an empty path'}. ${paths}`);
    }
  },
  fields({ query, member, value }) {
    query.fields.set(member, new Set(names(value)));
  },
  sort({ query, resource, value, reject }) {
    const sorts = supported('sorts', resource.sorts);
    const sort = names(value).flatMap((field) => {
      if (resource.sorts.includes(field.replace(/^-/, ''))) return sortBy(field);
      reject('unsupported', `${resource.type} cannot be sorted by ${field || 'an empty name'}. ${sorts}`);
      return [];
    });
    if (sort.length > 0) query.sort = sort;
  },
  filter({ query, resource, name, member, value, reject }) {
    const declared = Object.hasOwn(resource.filters, member) ? resource.filters[member] : undefined;
    const filter = declared && name === filterParameter(member, declared) ? declared : undefined;
    const test = filter?.parse(value) ?? null;
    if (!filter && declared?.isBare) reject('unsupported', `Send ${member}=... instead of ${name}.`);
    else if (!filter) {
      const filters = supported('filters', filterNames(resource));
      reject(
        'unsupported',
        `${resource.type} cannot be filtered by ${member || 'an empty name'}. ${filters}`,
      );
    } else if (!test) reject('invalid', `${name} must be ${filter.expects}.`);
    else query.filters.push({ filter, test, name, value });
  },
  page({ query, resource, name, member, value, reject }) {
    const max = member === 'size' ? resource.pageSize.max : Number.MAX_SAFE_INTEGER;
    const number = /^\d{1,16}$/.test(value) ? Number(value) : 0;
    if (resource.pageMeta === 'none' || (member !== 'size' && member !== 'number'))
      reject('unsupported', notSupported(name, resource, 'list'));
    else if (number < 1 || number > max)
      reject('invalid', `${name} must be a whole number from 1${member === 'size' ? ` to ${max}` : ''}.`);
    else query.page[member] = number;
  },
};

const sortBy = (field: string): { field: string; descending: boolean } => ({
  field: field.replace(/^-/, ''),
  descending: field.startsWith('-'),
});
