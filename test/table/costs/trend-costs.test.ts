/** Pages of trends cost the same for a million lines as for a few, because they read index rows by month. */
import { beforeAll, describe, expect, it, test } from 'vitest';
import { handler as tracks } from '../../../functions/tracks/handler.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { costOf } from '../../support/costs.ts';
import { newRelease } from '../../support/releases.ts';
import { withTable } from '../../support/table.ts';
import { giveYear, wholeYear } from '../../support/year-of-plays.ts';

withTable();
let ada: Person;
/** Tracks with a year of plays on every DSP, one in 200 countries, one in 2. */
let everywhere: string;
let somewhere: string;
let total: number;

beforeAll(async () => {
  ada = await newAdmin();
  const { trackIds } = await newRelease(ada, [{ title: 'Everywhere' }, { title: 'Somewhere' }]);
  [everywhere = '', somewhere = ''] = trackIds;
  total = await giveYear({ type: 'tracks', id: everywhere }, { countries: 200 });
  await giveYear({ type: 'tracks', id: somewhere }, { countries: 2 });
});

async function costOfPage(id: string, query: string) {
  const path = `/tracks/${id}/trends?${query}`;
  const { response, calls, readUnits } = await costOf(tracks, 200, { path, token: ada.token });
  return { total: response.body.meta.page.total, calls, readUnits };
}

describe("a page of a year's trends", () => {
  test.each([
    ['page[number]=1', 6],
    ['page[number]=3000', 6],
    ['page[size]=100', 6],
    ['filter[dsp]=16', 6],
    // This matches few lines of each day, but the plays of all DSPs are read.
    ['filter[country]=AB', 28.5],
  ])('takes for %s four calls and %d read units', async (query, units) => {
    const { calls, readUnits } = await costOfPage(everywhere, `${wholeYear}&${query}`);
    expect([calls, readUnits]).toEqual([4, units]);
  });

  it('has the total number of trends', async () => {
    expect((await costOfPage(everywhere, wholeYear)).total).toBe(total);
  });

  it('costs about the same for 200 countries as for 2', async () => {
    const many = await costOfPage(everywhere, wholeYear);
    const few = await costOfPage(somewhere, wholeYear);
    expect(many.total).toBe(100 * few.total);
    expect(many.readUnits).toBeLessThan(4 * few.readUnits);
  });
});

it("a page of a month's trends reads only that month of the index", async () => {
  const { calls, readUnits } = await costOfPage(
    everywhere,
    'filter[date-from]=2025-05-01&filter[date-to]=2025-05-31',
  );
  expect([calls, readUnits]).toEqual([4, 4]);
});
