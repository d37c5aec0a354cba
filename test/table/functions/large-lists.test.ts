/** Lists of ten thousand records: complete, and in a fixed number of calls and read units. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as artists } from '../../../functions/artists/handler.ts';
import { handler as labels } from '../../../functions/labels/handler.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { costOf, type Units } from '../../support/costs.ts';
import { seed } from '../../support/seed.ts';
import { withTable } from '../../support/table.ts';

const COUNT = 10_000;
const ARTISTS = 2000;
/** Unordered names, one of them unlike the others. */
const nameOf = (n: number): string =>
  n === 7777 ? 'The needle' : `Label ${String((n * 7919) % COUNT).padStart(5, '0')}`;

withTable();
let ada: Person;
let newest: string;
beforeAll(async () => {
  ada = await newAdmin();
  const { userId: ownerId } = ada;
  const made = await seed(definitions, {
    ownerId,
    count: COUNT,
    type: 'labels',
    fieldsOf: (n) => ({ name: nameOf(n) }),
  });
  newest = made.at(-1)?.id ?? '';
  await seed(definitions, {
    ownerId,
    count: ARTISTS,
    type: 'artists',
    fieldsOf: (n) => ({ name: nameOf(n), bio: 'x'.repeat(900) }),
  });
}, 120_000);

const list = async (handler: typeof labels, path: string) => {
  const { response, ...cost } = await costOf(handler, 200, { path, token: ada.token });
  const { data, meta } = response.body;
  return {
    cost,
    total: meta.page.total,
    data,
    names: data.map(({ attributes }: { attributes: { name: string } }) => attributes.name),
  };
};

/** One call for the session, and one for each megabyte of index entries. */
function expectCost({ calls, readUnits, writeUnits }: Units): void {
  expect(calls).toBeLessThanOrEqual(4);
  expect(readUnits).toBeLessThanOrEqual(280);
  expect(writeUnits).toBe(1);
}

describe(`a list of ${COUNT} records`, () => {
  it('has every record, and its last page ends with the newest', async () => {
    const { total, data, cost } = await list(labels, '/labels?page[number]=500');
    expect(total).toBe(COUNT);
    expect(data).toHaveLength(20);
    expect(data.at(-1).id).toBe(newest);
    expectCost(cost);
  });

  it('finds one name among all records, ignoring case', async () => {
    const { total, names, cost } = await list(labels, '/labels?filter[name]=NEEDLE');
    expect([total, names]).toEqual([1, ['The needle']]);
    expectCost(cost);
  });

  it('is sorted as a whole before it is paged', async () => {
    const { names, cost } = await list(labels, '/labels?sort=-name&page[size]=3');
    expect(names).toEqual(['The needle', 'Label 09999', 'Label 09998']);
    expectCost(cost);
  });

  it('of long records reads only short entries, and whole records for the page', async () => {
    const { cost, total, data } = await list(artists, '/artists?sort=-name');
    expect(total).toBe(ARTISTS);
    expect(data[0].attributes.bio).toBe('x'.repeat(900));
    expect(cost.calls).toBeLessThanOrEqual(3);
    expect(cost.readUnits).toBeLessThanOrEqual(80);
  });
});
