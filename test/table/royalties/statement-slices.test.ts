/** Months of statements by two: in slices, from the lines of reports, and checked against the statement by one. */
import { beforeAll, describe, expect, it, test } from 'vitest';
import { handler as royalties } from '../../../functions/royalties/handler.ts';
import { groupNeeds } from '../../../infra/functions/group-needs.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import type { Key } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { isProblem } from '../../../shared/kit/values/problems.ts';
import type { Reading } from '../../../shared/royalties/statements/reading.ts';
import { type FilteredQuery, readFiltered } from '../../../shared/royalties/statements/selected-lines.ts';
import { usageLinesKey } from '../../../shared/usage/keys.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { costOf } from '../../support/costs.ts';
import { askedBy, denied, hearTable } from '../../support/grants.ts';
import { allRows } from '../../support/invariants.ts';
import { changeRevenue, type Earned, giveEarned } from '../../support/royalties.ts';
import { withTable } from '../../support/table.ts';

withTable();

const MONTHS = ['2026-01', '2026-02'];
const TRACKS = 30;
const COUNTRIES = ['BR', 'DE', 'US'];
const trackAt = (at: number) => String(115_105_731_800_000 + at * 3);

const earned = (month: string): Earned[] =>
  Array.from({ length: TRACKS }, (_, at) =>
    COUNTRIES.flatMap((country, place) =>
      ['1', '3'].map((dsp) => ({
        ...{ month, track: trackAt(at), dsp, country, plays: 1 + ((at * 7919 + place) % 97) },
        revenue: `0.${String(at * 31 + place + Number(dsp)).padStart(12, '0')}`,
      })),
    ),
  ).flat();

const queryOf = ({ userId }: Person, more: Partial<FilteredQuery> = {}): FilteredQuery => ({
  ownerId: userId,
  by: ['track', 'country'],
  filters: {},
  range: { from: '2026-01', to: '2026-02' },
  ...more,
});

type Limits = Partial<Reading>;
/** However slow the machine is. */
const PATIENT = { maxAddingMs: Number.POSITIVE_INFINITY };

async function linesOf(query: FilteredQuery, limits: Limits = {}) {
  const months = await readFiltered({ table: new Table(), now: new Date(), ...PATIENT, ...limits }, query);
  const lines = [];
  for (const month of months) {
    const whole = await month.lines();
    // Pages of every size have the same lines.
    for (const size of [1, 7, whole.length]) {
      const pages = [];
      for (let from = 0; from < month.count; from += size) pages.push(await month.page(from, from + size));
      expect(pages.flat()).toEqual(whole);
    }
    expect(whole).toHaveLength(month.count);
    lines.push(...whole.map((line) => ({ ...line, period: month.period })));
  }
  return lines;
}

/** Requests until the statement is shown. */
async function prepared(query: FilteredQuery, limits: Limits) {
  for (let requests = 1; ; requests++)
    try {
      return { lines: await linesOf(query, limits), requests };
    } catch (error) {
      if (!isProblem(error, 'statement_in_preparation')) throw error;
    }
}

const storedRows = async (person: Person) =>
  (await allRows()).filter(({ pk }) =>
    String(pk).startsWith(`royalty-months#${person.userId}#track,country`),
  ) as (Item & Key)[];

const forget = async (person: Person) => new Table().deleteMany(await storedRows(person));

describe('a month grouped by two fields', () => {
  let ada: Person;
  let expected: Awaited<ReturnType<typeof linesOf>>;
  beforeAll(async () => {
    hearTable();
    ada = await newAdmin();
    await giveEarned(ada, MONTHS.flatMap(earned));
    expected = await linesOf(queryOf(ada));
    expect(expected).toHaveLength(MONTHS.length * TRACKS * COUNTRIES.length);
  });

  test.each([1, 2, 10, 50, 1000])('has the same lines if %d are stored together', async (maxSliceLines) => {
    await forget(ada);
    expect(await linesOf(queryOf(ada), { maxSliceLines, ...PATIENT })).toEqual(expected);
    expect(await linesOf(queryOf(ada))).toEqual(expected);
  });

  it('is a 503 until each slice is stored, some with each request', async () => {
    await forget(ada);
    const limits = { maxSliceLines: 30, maxAddingMs: 0 };
    expect(await prepared(queryOf(ada), limits)).toEqual({ lines: expected, requests: 6 });
    await forget(ada);
    const { requests } = await prepared(queryOf(ada), { ...limits, ...PATIENT });
    expect(requests).toBe(1);
  });

  it('is correct for concurrent requests, even after a function died between its writes', async () => {
    await forget(ada);
    const limits = { maxSliceLines: 30, ...PATIENT };
    await linesOf(queryOf(ada), limits);
    const rows = await storedRows(ada);
    expect(rows).toHaveLength(MONTHS.length * 4);
    for (const [at, row] of rows.entries()) {
      await new Table().deleteMany([row]);
      const all = await Promise.all([1, 2, 3].map(() => linesOf(queryOf(ada), limits)));
      for (const lines of all) expect(lines, `without row ${at}`).toEqual(expected);
      expect(await storedRows(ada)).toHaveLength(rows.length);
    }
  });

  it('is not shown while only its first slices are stored', async () => {
    await forget(ada);
    const limits = { maxSliceLines: 30, maxAddingMs: 0 };
    await expect(linesOf(queryOf(ada), limits)).rejects.toThrow();
    const [row] = (await storedRows(ada)).filter(({ sk }) => MONTHS.includes(sk));
    expect(row).toMatchObject({ count: 30, rest: trackAt(9) });
    await expect(linesOf(queryOf(ada), limits)).rejects.toThrow();
    expect(await linesOf(queryOf(ada))).toEqual(expected);
  });

  it('reads only the rows with the lines of a track that a filter selects', async () => {
    await forget(ada);
    await linesOf(queryOf(ada), { maxSliceLines: 3, ...PATIENT });
    const own = expected.filter(({ member }) => member.startsWith(`${trackAt(7)} `));
    const table = new Table();
    const query = queryOf(ada, { filters: { track: [trackAt(7)] } });
    const months = await readFiltered({ table, now: new Date(), ...PATIENT }, query);
    const lines = (await Promise.all(months.map((month) => month.lines()))).flat();
    expect(lines).toEqual(own.map(({ period: _, ...line }) => line));
    expect(own).toHaveLength(MONTHS.length * COUNTRIES.length);
    expect(table.meter.readUnits).toBeLessThan(8);
  });

  it('is recalculated after an import, without lines of what it replaced', async () => {
    const person = await newAdmin();
    await giveEarned(person, MONTHS.flatMap(earned));
    await linesOf(queryOf(person), { maxSliceLines: 30, ...PATIENT });
    const before = await storedRows(person);
    const more = { month: '2026-02', track: trackAt(0), country: 'US', revenue: '5' };
    await giveEarned(person, [more], 'second');
    const lines = await linesOf(queryOf(person), { maxSliceLines: 30, ...PATIENT });
    expect(lines).toHaveLength(expected.length);
    const changed = lines.find(
      ({ period, member }) => period === more.month && member === `${trackAt(0)} US`,
    );
    expect(changed?.revenue).toBeGreaterThan(5n * 10n ** 12n);
    expect(await storedRows(person)).toHaveLength(before.length);
  });

  it('is a 500 if its lines are those of another run, and the other months are shown', async () => {
    const person = await newAdmin();
    await giveEarned(person, MONTHS.flatMap(earned));
    const path = '/royalties/statements?group=track,country&filter[period-from]=2026-01';
    await changeRevenue(person, { run: 'next' });
    await costOf(royalties, 500, { path, token: person.token });
    const later = path.replace('2026-01', '2026-02');
    expect(
      (await costOf(royalties, 200, { path: later, token: person.token })).response.body.meta.page.total,
    ).toBe(90);
  });

  it('is a 503 if a line that earned nothing is missing', async () => {
    const person = await newAdmin();
    await giveEarned(person, [
      { month: '2026-01', track: trackAt(1), revenue: '1' },
      { month: '2026-01', track: trackAt(2), revenue: '0', dsp: '3' },
    ]);
    const date = '2026-01-01';
    await new Table().deleteMany([
      usageLinesKey(person.userId, { dsp: '3', date, importId: 'test', part: 0 }),
    ]);
    await expect(linesOf(queryOf(person))).rejects.toThrow('2026-01');
  });

  it('is read from the lines once, and then from what was stored', async () => {
    const person = await newAdmin();
    await giveEarned(person, earned('2026-01'));
    const request = {
      path: '/royalties/statements?group=track,country&filter[period-from]=2026-01',
      token: person.token,
    };
    const first = await costOf(royalties, 200, request);
    // The days of two DSPs, and what is read by track and by DSP.
    expect(first.readUnits).toBeGreaterThan(62);
    expect(first.readUnits).toBeLessThan(80);
    const again = await costOf(royalties, 200, request);
    expect(again.response.body).toEqual(first.response.body);
    expect([again.calls, again.readUnits, again.writeUnits]).toEqual([3, 1.5, 1]);
  });

  it('is read and stored with the permissions of its function', async () => {
    await forget(ada);
    const accesses = await askedBy(async () => {
      for (const query of ['group=dsp,country', 'group=track,country', 'filter[country]=US&group=album']) {
        const path = `/royalties/statements?${query}&filter[period-from]=2026-01&filter[period-to]=2026-01`;
        await costOf(royalties, 200, { path, token: ada.token });
      }
    });
    expect(denied(accesses, groupNeeds('royalties'))).toEqual([]);
    expect(accesses.map(({ action }) => action)).toContain('BatchWriteItem');
  });

  it('is rejected if it has more lines than a request can read, which are read only once', async () => {
    const person = await newAdmin();
    await giveEarned(person, earned('2026-01'));
    const lines = 'x'.repeat(390_000);
    const rows = Array.from({ length: 45 }, (_, part) => ({
      ...usageLinesKey(person.userId, { dsp: '1', date: '2026-01-02', importId: 'large', part }),
      lines,
    }));
    await new Table().putMany(rows);
    const path = '/royalties/statements?group=track,country&filter[period-from]=2026-01';
    const { response } = await costOf(royalties, 400, { path, token: person.token });
    expect(response.body.errors[0]).toMatchObject({
      code: 'response_too_large',
      detail: expect.stringContaining('Request it by one of them.'),
      source: { parameter: 'group' },
    });
    const again = await costOf(royalties, 400, { path, token: person.token });
    expect(again.response.body.errors[0].detail).toBe(response.body.errors[0].detail);
    expect(again.readUnits).toBeLessThan(3);
    // By one, it is shown.
    await costOf(royalties, 200, { path: path.replace('track,country', 'track'), token: person.token });
  });
});
