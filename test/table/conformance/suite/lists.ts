/** Compares every declared filter and sort of a type with the unfiltered list. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Filter } from '../../../../shared/kit/declare/filter.ts';
import type { Resource } from '../../../../shared/kit/declare/resource.ts';
import { findRecord } from '../../../../shared/kit/records/store.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { newAdmin, type Person } from '../../../support/calls.ts';
import type { World } from '../world.ts';

interface Shown {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data?: { readonly id: string } | null }>>;
}

/** A list that applies filters, and the records that it shows without any. */
interface Listed {
  readonly all: readonly Shown[];
  readonly find: (query: string) => Promise<readonly Shown[]>;
  /** The value of a field as the API shows it, or of a hidden one as it is kept; of a to-many relationship, its ids. */
  readonly valueIn: (record: Shown, field: string, via?: string) => Promise<unknown>;
}

/** @param afterwards called with each type once its whole list was read, before its filters and sorts are. */
export function describeLists(
  world: World,
  afterwards: (resource: Resource, ada: Person) => Promise<void> = async () => {},
): void {
  const listed = world.resources.filter(
    ({ operations, filters, sorts }) =>
      operations.includes('list') && Object.keys(filters).length + sorts.length > 0,
  );
  let ada: Person;
  beforeAll(async () => {
    ada = await newAdmin();
  });

  describe.each(listed.map((resource) => [resource.type, resource] as const))(
    'a list of %s',
    (_, resource) => {
      let list: Listed;
      beforeAll(async () => {
        list = await listsOf(world, resource, ada);
        await afterwards(resource, ada);
      });

      const filters = Object.entries(resource.filters);
      if (filters.length > 0) {
        it.each(filters)('holds only the matching records when filtered by %s', (name, filter) =>
          expectFiltered(list, resource, { name, filter }),
        );
      }
      if (resource.sorts.length > 0) {
        it.each(resource.sorts)('is ordered when sorted by %s, and reversed with a minus', (field) =>
          expectSorted(list, field),
        );
      }
    },
  );
}

/** Ensures at least two records of the type, unless it is reference data. */
async function listsOf(world: World, resource: Resource, ada: Person): Promise<Listed> {
  const { type, owner, pageMeta, pageSize } = resource;
  const { token } = ada;
  if (owner !== 'platform') {
    await world.recordOf(type, ada);
    if (resource.operations.includes('create')) await world.newRecordOf(type, ada);
  }
  const find = async (query: string): Promise<Shown[]> => {
    const found: Shown[] = [];
    for (let page = 1; ; page++) {
      const paging = pageMeta === 'none' ? '' : `&page[size]=${pageSize.max}&page[number]=${page}`;
      const { body } = await world.ask(resource, 200, { path: `/${type}?${query}${paging}`, token });
      found.push(...body.data);
      if (pageMeta === 'none' || body.data.length < pageSize.max) return found;
    }
  };
  const idsAt = async (path: string): Promise<string[]> =>
    (await world.ask(resource, 200, { path, token })).body.data.map((each: { id: string }) => each.id);
  const valueIn: Listed['valueIn'] = async ({ id, attributes, relationships }, field, via) => {
    if (field === 'id') return id;
    const related = resource.relationships[field];
    if (related?.many) return idsAt(`/${type}/${id}/relationships/${field}`);
    const isHidden = resource.attributes[field]?.readable === 'never';
    const kept = isHidden ? await findRecord({ table: new Table() }, resource, id) : undefined;
    const value = attributes[field] ?? relationships?.[field]?.data?.id ?? kept?.fields[field] ?? null;
    return via === undefined ? value : idsAt(`/${related?.type}/${value}/relationships/${via}`);
  };
  return { all: await find(''), find, valueIn };
}

/** Values that few records have. */
const STRANGE = ['9007199254740991', 'no such value', '1900-01-01', '2999-12-31', 'true', 'false'];

/**
 * Asks for a value of a record, for the example of the declaration and for values that leave the record out. Each time
 * the list must hold what the test of the declaration lets through: a filter that ignores its value fails.
 */
async function expectFiltered(
  { all, find, valueIn }: Listed,
  resource: Resource,
  { name, filter }: { name: string; filter: Filter },
): Promise<void> {
  const shown = await Promise.all(
    all.map(async (record) => ({ id: record.id, value: await valueIn(record, filter.field, filter.via) })),
  );
  const values = shown.map(({ value }) => (filter.from === 'count' ? [value].flat().length > 0 : value));
  const known = values.flat().find((value) => value !== null);
  expect(
    known,
    `The examples of ${resource.type} leave ${filter.field} empty: give it a value.`,
  ).toBeDefined();
  let excluding = 0;
  let including = 0;
  for (const wanted of new Set([
    String(known),
    filter.example,
    ...(filter.values ?? []),
    ...optionsOf(resource, filter),
    ...STRANGE,
  ])) {
    const test = filter.parse(wanted);
    if (!test) continue;
    const expected = shown.filter((_, index) => test(values[index])).map(({ id }) => id);
    const found = await find(`filter[${name}]=${encodeURIComponent(wanted)}`);
    expect(found.map(({ id }) => id).toSorted(), wanted).toEqual(expected.toSorted());
    if (expected.length > 0) including += 1;
    if (expected.length < all.length) excluding += 1;
  }
  expect(filter.parse(filter.example), `The example of filter[${name}] is malformed.`).not.toBeNull();
  expect(including, 'no value finds a record').toBeGreaterThan(0);
  expect(excluding, 'no value leaves a record out').toBeGreaterThan(0);
}

/** The values of an enumeration. */
function optionsOf({ attributes }: Resource, { field }: Filter): readonly string[] {
  const { options } = { options: [], ...attributes[field]?.schema } as {
    readonly options: readonly unknown[];
  };
  return options.filter((each) => typeof each === 'string');
}

async function expectSorted({ all, find, valueIn }: Listed, field: string): Promise<void> {
  const values = (records: readonly Shown[]) => Promise.all(records.map((record) => valueIn(record, field)));
  const rising = await values(await find(`sort=${field}`));
  const falling = await values(await find(`sort=-${field}`));
  expect(rising.map(String).toSorted()).toEqual((await values(all)).map(String).toSorted());
  expect(falling).toEqual(rising.toReversed());
  const present = rising.filter((value) => value !== null);
  const different = new Set(present).size;
  if (different > 1) expect(falling).not.toEqual(rising);
  expect(present.toSorted(inOrder)).toEqual(present);
}

const inOrder = (left: unknown, right: unknown): number => {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left).localeCompare(String(right), 'en', { sensitivity: 'base' });
};
