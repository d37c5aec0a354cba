/** Months of statements with many lines: what they cost, how they are stored, and which are rejected. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as royalties } from '../../../functions/royalties/handler.ts';
import { groupNeeds } from '../../../infra/functions/group-needs.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { isProblem } from '../../../shared/kit/values/problems.ts';
import { readStatement } from '../../../shared/royalties/statements/read-statement.ts';
import type { StatementQuery } from '../../../shared/royalties/statements/statement-lines.ts';
import { EarningSums } from '../../../shared/usage/earnings/earning-sums.ts';
import { usageLinesKey } from '../../../shared/usage/keys.ts';
import { putRevenue } from '../../../shared/usage/revenue/change-revenue.ts';
import { revenueRows } from '../../../shared/usage/revenue/revenue-rows.ts';
import { linesRow } from '../../../shared/usage/rows/usage-rows.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { costOf } from '../../support/costs.ts';
import { askedBy, denied, hearTable } from '../../support/grants.ts';
import { allRows } from '../../support/invariants.ts';
import { changeRevenue, giveEarned, giveRevenue } from '../../support/royalties.ts';
import { withTable } from '../../support/table.ts';

withTable();

const TRACKS = 1000;
const REPORTS = 10;
const MONTHS = ['2026-01', '2026-02', '2026-03'];
const FIRST = 115_105_731_800_000;

/** Reports of all tracks, in each month. */
async function giveReports(person: Person, months: readonly string[], reports = REPORTS): Promise<void> {
  for (const month of months)
    for (let report = 0; report < reports; report++) {
      const earned = Array.from({ length: TRACKS }, (_, at) => ({
        ...{ month, track: String(FIRST + at * 3), plays: 1 + ((at * 7919 + report) % 997) },
        revenue: `0.${String((at * 104_729 + report) % 99_991).padStart(5, '0')}`,
      }));
      await giveEarned(person, earned, `import-${report}`);
    }
}

const range = 'filter[period-from]=2026-01&filter[period-to]=2026-03';
const costOfPage = async ({ token }: Person, query: string, status = 200) =>
  costOf(royalties, status, { path: `/royalties/statements?${range}&${query}`, token });

const storedRows = async (person: Person) =>
  (await allRows()).filter(({ pk }) => String(pk).startsWith(`royalty-months#${person.userId}#`));

const queryOf = (person: Person): StatementQuery => ({
  ownerId: person.userId,
  by: ['track'],
  range: { from: '2026-01', to: '2026-03' },
});

async function linesOf(
  person: Person,
  limits: { readonly maxTogetherUnits?: number; readonly maxAddingMs?: number } = {},
) {
  const months = await readStatement({ table: new Table(), now: new Date(), ...limits }, queryOf(person));
  const lines = [];
  for (const { period, lines: read } of months)
    for (const each of await read()) lines.push({ ...each, period });
  return lines;
}

/** Requests until the statement is shown. */
async function prepared(person: Person, limits: Parameters<typeof linesOf>[1]) {
  for (let requests = 1; ; requests++)
    try {
      return { lines: await linesOf(person, limits), requests };
    } catch (error) {
      if (!isProblem(error, 'statement_in_preparation')) throw error;
    }
}

/** A line that earned 1, and another that earned nothing, of an organization that was moved from another stage. */
async function giveMoved(person: Person, months: readonly string[]): Promise<void> {
  await giveRevenue(
    person,
    months.map((month) => ({ month, amount: '1' })),
  );
  const rows = months.flatMap((month) =>
    [`QZXYZ2600001\t17\tUS\t1\t1\tEUR\t0`, `QZXYZ2600001\t17\tUS\t2\t0\tEUR\t0`].map((line, at) => {
      const of = { owner: person.userId, dsp: '1', date: `${month}-0${at + 1}` };
      return linesRow({ importId: 'test', run: 'test' }, of, { part: 0, lines: [line] });
    }),
  );
  await new Table().putMany(rows);
}

describe('a statement with three long months', () => {
  let ada: Person;
  beforeAll(async () => {
    hearTable();
    ada = await newAdmin();
    await giveReports(ada, MONTHS);
  });

  it('is computed once and then read from storage', async () => {
    const first = await costOfPage(ada, 'page[size]=100&page[number]=30');
    expect(first.response.body.meta.page).toMatchObject({ total: 3 * TRACKS, lastPage: 30 });
    expect(first.readUnits).toBeLessThan(80);
    const again = await costOfPage(ada, 'page[size]=100&page[number]=30');
    expect(again.response.body).toEqual(first.response.body);
    expect([again.calls, again.readUnits, again.writeUnits]).toEqual([4, 3, 1]);
  });

  it('is short with other groupings, and not stored', async () => {
    const { readUnits, writeUnits } = await costOfPage(ada, 'group=dsp');
    expect(readUnits).toBeLessThan(8);
    expect(writeUnits).toBe(1);
  });

  it('reads the album list once for its CSV', async () => {
    const path = `/royalties/statements?group=album&${range}`;
    const { calls } = await costOf(royalties, 200, {
      path,
      token: ada.token,
      headers: { accept: 'text/csv' },
    });
    const { calls: ofPage } = await costOfPage(ada, 'group=album');
    expect(calls).toBe(ofPage + 2);
  });

  it('is read and stored with the permissions of its function', async () => {
    await new Table().deleteMany((await storedRows(ada)) as never);
    const accesses = await askedBy(async () => {
      for (const group of ['track', 'album', 'dsp', 'country']) await costOfPage(ada, `group=${group}`);
    });
    expect(denied(accesses, groupNeeds('royalties'))).toEqual([]);
    expect(accesses.map(({ action }) => action)).toContain('BatchWriteItem');
  });

  it('is neither read nor stored for others who request its lines', async () => {
    await new Table().deleteMany((await storedRows(ada)) as never);
    const grace = await newAdmin();
    for (const track of [FIRST, 17]) {
      const path = `/royalty-statements/${ada.userId}-202601-track-${track}-EUR`;
      const { readUnits } = await costOf(royalties, 403, { path, token: grace.token });
      expect(readUnits).toBeLessThan(3);
    }
    expect(await storedRows(ada)).toEqual([]);
    await linesOf(ada);
  });

  it('is recomputed after an import, without lines of what it replaced', async () => {
    const before = await storedRows(ada);
    await giveEarned(ada, [{ month: '2026-02', track: String(FIRST), revenue: '1000' }], 'import-0');
    const { response } = await costOfPage(ada, 'page[size]=1');
    const lines = await linesOf(ada);
    expect(response.body.meta.page.total).toBe(lines.length);
    const [first] = lines.filter(({ period, member }) => period === '2026-02' && member === String(FIRST));
    expect(first?.revenue).toBeGreaterThan(1000n * 10n ** 12n);
    expect(await storedRows(ada)).toHaveLength(before.length);
  });
});

/** Ten stores report every day of three months. */
async function giveDailyReports({ userId: owner }: Person): Promise<void> {
  for (const month of MONTHS) {
    const reports = Array.from({ length: 300 }, (_, report) => {
      const sums = new EarningSums();
      const line = { isrc: 'QZXYZ2600001', date: `${month}-01`, dsp: '1', country: 'US', currency: 'EUR' };
      const track = { id: '17', owner, album: null, artists: [], isrc: line.isrc };
      sums.addLine({ ...line, plays: 1, revenue: BigInt(report) }, track);
      const importId = `daily-${report}`;
      return revenueRows({ importId, run: importId }, { owner, month, currency: 'EUR' }, sums);
    });
    await new Table().putMany(reports.flatMap(({ earnings }) => earnings));
    await putRevenue(
      new Table(),
      reports.map(({ revenue }) => revenue),
    );
  }
}

describe('daily reports of ten stores', () => {
  it('are read by month, not by report, once the months are stored', async () => {
    const person = await newAdmin();
    await giveDailyReports(person);
    const first = await costOfPage(person, 'group=dsp');
    expect(first.response.body.meta.totals).toEqual([
      { currency: 'EUR', plays: 900, revenue: '0.00000013455' },
    ]);
    const again = await costOfPage(person, 'group=dsp');
    expect([again.calls, again.readUnits, again.response.body]).toEqual([3, 1.5, first.response.body]);
    const month = `/royalty-statements/${person.userId}-202602-dsp-1-EUR`;
    expect((await costOf(royalties, 200, { path: month, token: person.token })).readUnits).toBeLessThan(4);
    const summary = { path: '/royalties/summary', token: person.token };
    const { readUnits, response } = await costOf(royalties, 200, summary);
    expect(response.body.data.attributes['total-earned']).toBe('0.00000013455');
    expect(readUnits).toBeLessThan(4);
  });
});

describe('a statement with a damaged month', () => {
  it('returns 500 and stores the other months, and then reads only that one', async () => {
    const person = await newAdmin();
    await giveReports(person, MONTHS, 4);
    await changeRevenue(person, { run: 'next' });
    const first = await costOfPage(person, '', 500);
    expect((await storedRows(person)).map(({ sk }) => sk)).toEqual(
      expect.arrayContaining(['2026-02', '2026-03']),
    );
    const again = await costOfPage(person, '', 500);
    expect(again.readUnits).toBeLessThan(first.readUnits * 0.85);
    expect(again.writeUnits).toBe(1);
  });
});

describe('a statement too large for one request', () => {
  it('returns 503 until each month is stored, and then has the same lines', async () => {
    const person = await newAdmin();
    await giveReports(person, MONTHS, 2);
    const expected = await linesOf(person);
    await new Table().deleteMany((await storedRows(person)) as never);
    const limits = { maxTogetherUnits: 3, maxAddingMs: 0 };
    expect(await prepared(person, limits)).toEqual({ lines: expected, requests: 3 });
    await new Table().deleteMany((await storedRows(person)) as never);
    expect(await prepared(person, { maxTogetherUnits: 3 })).toEqual({ lines: expected, requests: 1 });
  });

  it('returns 503 when its time is up if it has moved months', async () => {
    const person = await newAdmin();
    await giveMoved(person, MONTHS);
    const { lines, requests } = await prepared(person, { maxAddingMs: 0 });
    expect(lines.map(({ period, plays, revenue }) => [period, plays, revenue])).toEqual(
      MONTHS.map((month) => [month, 3, 10n ** 12n]),
    );
    expect(requests).toBe(MONTHS.length);
  });

  it('is shown immediately if twelve moved months are small', async () => {
    const person = await newAdmin();
    const months = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}`);
    await giveMoved(person, months);
    const table = new Table();
    // However slow the machine is.
    const reading = { table, now: new Date(), maxAddingMs: Number.POSITIVE_INFINITY };
    const range = { from: '2026-01', to: '2026-12' };
    const read = await readStatement(reading, { ...queryOf(person), range });
    const totals = [{ currency: 'EUR', plays: 3, revenue: 10n ** 12n }];
    expect(read).toMatchObject(months.map((period) => ({ period, count: 1, totals })));
    expect(table.meter.readUnits).toBeGreaterThan(12 * 310);
  });

  it('is correct for concurrent requests, even after a function died between writes', async () => {
    const person = await newAdmin();
    await giveReports(person, MONTHS, 4);
    const expected = await linesOf(person);
    const rows = await storedRows(person);
    expect(rows.length).toBeGreaterThan(MONTHS.length);
    // As a function leaves them that dies between its writes, and as they expire one after another.
    for (const [at, row] of rows.entries()) {
      await new Table().deleteMany([row as never]);
      const all = await Promise.all([linesOf(person), linesOf(person), linesOf(person)]);
      for (const lines of all) expect(lines, `without row ${at}`).toEqual(expected);
      expect(await storedRows(person)).toHaveLength(rows.length);
    }
  });

  it('is rejected before it is read if a single month is too long', async () => {
    const person = await newAdmin();
    await giveEarned(person, [{ month: '2026-01', track: '1' }]);
    await changeRevenue(person, { run: 'next', sizes: { track: 60_000_000, album: 1, dsp: 1, country: 1 } });
    const { response, readUnits } = await costOfPage(person, '', 400);
    expect(response.body.errors[0]).toMatchObject({
      code: 'response_too_large',
      detail: expect.stringContaining('Request another group'),
      source: { parameter: 'group' },
    });
    expect(readUnits).toBeLessThan(5);
  });

  it('is rejected if a moved month has too many lines', async () => {
    const person = await newAdmin();
    await giveRevenue(person, [{ month: '2026-01', amount: '1' }]);
    const lines = 'x'.repeat(390_000);
    const rows = Array.from({ length: 45 }, (_, part) => ({
      ...usageLinesKey(person.userId, { dsp: '1', date: '2026-01-01', importId: 'test', part }),
      lines,
    }));
    await new Table().putMany(rows);
    const { response, readUnits } = await costOfPage(person, '', 400);
    expect(response.body.errors[0]).toMatchObject({
      code: 'response_too_large',
      detail: expect.stringMatching(/^2026-01 .* Ask the operator to import them again\.$/),
    });
    expect(readUnits).toBeLessThan(4400);
    // Known from then on, for all groups.
    for (const group of ['track', 'dsp']) {
      const again = await costOfPage(person, `group=${group}`, 400);
      expect(again.response.body.errors[0].detail).toBe(response.body.errors[0].detail);
      expect([again.calls, again.readUnits, again.writeUnits]).toEqual([3, 1.5, 1]);
    }
    await new Table().deleteMany(rows);
    await giveRevenue(person, [{ month: '2026-01', amount: '0' }]);
    await costOfPage(person, '');
  });

  it('is rejected as CSV, before reading, if it has too many lines for a file', async () => {
    const person = await newAdmin();
    await giveReports(person, ['2026-01'], 4);
    await linesOf(person);
    const month = (await storedRows(person)).find(({ sk }) => sk === '2026-01');
    await new Table().putMany([{ ...(month as { pk: string; sk: string }), count: 60_001 }]);
    const path = `/royalties/statements?${range}`;
    const request = { path, token: person.token, headers: { accept: 'text/csv' } };
    const { response, readUnits } = await costOf(royalties, 400, request);
    expect(response.body.errors[0]).toMatchObject({
      code: 'response_too_large',
      detail:
        'The statement has too many lines for one CSV file. Request fewer months, another group, or a part of it with a filter.',
    });
    expect(readUnits).toBeLessThan(5);
  });
});
