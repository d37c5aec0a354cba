/** Statements add up exactly what reports have brought, however files divide, replace and delay it. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as royalties } from '../../functions/royalties/handler.ts';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import { formatAmount } from '../../shared/kit/values/money.ts';
import { statementGroups } from '../../shared/royalties/statement-groups.ts';
import { importIdOf } from '../../shared/usage/import/usage-import.ts';
import { usageImportKey } from '../../shared/usage/keys.ts';
import { call, newAdmin, type Person, send } from '../support/calls.ts';
import { checkProperty, timeoutFor } from '../support/check-property.ts';
import { newDeliveredRelease, newRelease } from '../support/releases.ts';

import { killedAfterEveryStep } from './every-step.ts';
import { forgetEarnings } from './moved-earnings.ts';
import { saveStage } from './saved-stage.ts';
import { type ShownLine, shownStatement, statementCsv, statementPath } from './statements.ts';
import { beforeNext, beforeWrite, comeBetween, stopBeforeWrite, takeStep } from './steps.ts';
import { announceRow, HEADER, importReport, queue, run, settle, start, useUsage } from './usage.ts';
import { meetFate } from './work-stage.ts';

const files = useUsage();
const range = '&filter[period-from]=2026-01&filter[period-to]=2026-03';
const countryIds: Readonly<Record<string, string>> = { US: '840', DE: '276', BR: '76' };
const isrcs = ['DEAB12660001', 'DEAB12660002', 'DEAB12660003'];
let ada: Person;
let members: Readonly<Record<string, { track: string; album: string }>>;
beforeAll(async () => {
  comeBetween(queue());
  files.beforeWrite = async () => takeStep();
  ada = await newAdmin();
  const [first, second] = [
    await newDeliveredRelease(ada, [
      { title: 'Amber', isrc: isrcs[0] ?? '' },
      { title: '=1+1', isrc: isrcs[1] ?? '' },
    ]),
    await newDeliveredRelease(ada, [{ title: 'Cobalt', isrc: isrcs[2] ?? '' }]),
  ];
  const ids = [...first.trackIds, ...second.trackIds];
  const albums = [first.albumId, first.albumId, second.albumId];
  members = Object.fromEntries(
    isrcs.map((isrc, at) => [isrc, { track: ids[at] ?? '', album: albums[at] ?? '' }]),
  );
});

interface Line {
  readonly month: string;
  readonly day: number;
  readonly dsp: string;
  readonly country: string;
  readonly isrc: string;
  readonly plays: number;
  readonly revenue: bigint;
  readonly currency: string;
}

const line: fc.Arbitrary<Line> = fc.record({
  month: fc.constantFrom('2026-01', '2026-02', '2026-03'),
  day: fc.integer({ min: 10, max: 28 }),
  dsp: fc.constantFrom('1', '3', '16'),
  country: fc.constantFrom('US', 'DE', 'BR'),
  isrc: fc.constantFrom(...isrcs),
  plays: fc.nat(1e12),
  revenue: fc.oneof(fc.constant(0n), fc.bigInt({ min: -(10n ** 24n) + 1n, max: 10n ** 24n - 1n })),
  currency: fc.constantFrom('EUR', 'USD'),
});

const textOf = ({ month, day, dsp, country, isrc, plays, revenue, currency }: Line) =>
  [`${month}-${day}`, dsp, country, isrc, plays, formatAmount(revenue), currency].join(',');

const memberOf = (group: string, { isrc, dsp, country }: Line): string => {
  const all = { ...(members[isrc] ?? { track: '', album: '' }), dsp, country: countryIds[country] ?? '' };
  return group
    .split(',')
    .map((each) => all[each as keyof typeof all])
    .join(' ');
};

/** What a statement must show, unordered. */
function modelOf(lines: readonly Line[], group: string): ShownLine[] {
  const sums = new Map<string, { plays: number; revenue: bigint }>();
  for (const each of lines) {
    const key = [each.month, memberOf(group, each), each.currency].join('|');
    const sum = sums.get(key) ?? { plays: 0, revenue: 0n };
    sums.set(key, { plays: sum.plays + each.plays, revenue: sum.revenue + each.revenue });
  }
  return [...sums].map(([key, { plays, revenue }]) => {
    const [period = '', member = '', currency = ''] = key.split('|');
    return { period, member, plays, revenue: formatAmount(revenue), currency };
  });
}

const inAnyOrder = (lines: readonly ShownLine[]) => lines.map((each) => JSON.stringify(each)).toSorted();

/** What the balances count, in the order of currencies. */
async function earned(): Promise<{ currency: string; revenue: string }[]> {
  const of = async (currency: string) => {
    const path = `/royalties/summary?filter[currency]=${currency}`;
    const { attributes } = (await call(royalties, 200, { path, token: ada.token })).body.data;
    return attributes.currencies.includes(currency)
      ? [{ currency, revenue: attributes['total-earned'] as string }]
      : [];
  };
  return [...(await of('EUR')), ...(await of('USD'))];
}

async function expectStatements(
  lines: readonly Line[],
  groups: readonly string[] = statementGroups,
): Promise<void> {
  for (const group of groups) {
    const shown = await shownStatement(ada, group, range);
    expect(inAnyOrder(shown.lines), group).toEqual(inAnyOrder(modelOf(lines, group)));
    expect(shown.totals.map(({ currency, revenue }) => ({ currency, revenue }))).toEqual(await earned());
    const [, ...csv] = await statementCsv(ada, group, range);
    const sorted = shown.lines.map(({ period, plays, revenue, currency }) => [
      period,
      `${plays}`,
      revenue,
      currency,
    ]);
    expect(csv.map((cells) => [cells.at(0), ...cells.slice(-3)])).toEqual(sorted);
  }
}

const FILTERS = { dsp: '3', country: 'US', isrc: isrcs[0] ?? '' } as const;

/** With filters of what the lines show and of what they do not. */
async function expectFiltered(lines: readonly Line[]): Promise<void> {
  for (const group of ['track', 'dsp,country'])
    for (const name of ['dsp', 'country', 'isrc'] as const) {
      const value = name === 'isrc' ? members[FILTERS.isrc]?.track : FILTERS[name];
      const filter = `&filter[${name === 'isrc' ? 'track' : name}]=${value}`;
      const shown = await shownStatement(ada, group, range + filter);
      const expected = modelOf(
        lines.filter((each) => each[name] === FILTERS[name]),
        group,
      );
      expect(inAnyOrder(shown.lines), filter).toEqual(inAnyOrder(expected));
    }
}

/** The lines, each with the file it is in. */
const divided = fc.array(fc.tuple(line, fc.nat(2)), { maxLength: 40 });
const RUNS = 5;
const SECONDS = 90;

describe('statements of any grouping', () => {
  it('sum to the imports and balances, to the last digit', {
    timeout: timeoutFor(SECONDS),
  }, async () => {
    await checkProperty(
      fc.asyncProperty(divided, fc.boolean(), async (lines, isMoved) => {
        for (const file of [0, 1, 2]) {
          const own = lines.filter(([, place]) => place === file).map(([each]) => textOf(each));
          await importReport({
            name: `${file}.csv`,
            content: own,
            partitions: 2,
          });
        }
        if (isMoved) await forgetEarnings();
        const all = lines.map(([each]) => each);
        await expectStatements(all);
        // Again, from what the first requests have stored.
        await expectStatements(all);
        await expectFiltered(all);
      }),
      { runs: RUNS, seconds: SECONDS },
    );
  });
});

/** Without lines of other tests. */
async function forgetReports(): Promise<void> {
  for (const file of [0, 1, 2]) await importReport({ name: `${file}.csv`, content: [] });
}

const [first = '', second = '', third = ''] = isrcs;
const earning = (isrc: string, more: Partial<Line> = {}): Line => ({
  ...{ month: '2026-01', day: 10, dsp: '1', country: 'US', isrc, plays: 1, revenue: 1n, currency: 'EUR' },
  ...more,
});

/** Whether the statement is shown. Then, its sums are those of the balance. */
async function isShown(group = 'track'): Promise<boolean> {
  const path = statementPath(group, range);
  const { status, body } = await send(royalties, { path, token: ada.token });
  if (status === 503) return false;
  expect(status).toBe(200);
  const totals = body.meta.totals.map(({ currency, revenue }: ShownLine) => ({ currency, revenue }));
  expect(totals).toEqual(await earned());
  return true;
}

describe('a statement', () => {
  it('reflects the corrected report, without its missing lines', async () => {
    await forgetReports();
    const name = '0.csv';
    await importReport({ name, content: [textOf(earning(first)), textOf(earning(second))] });
    const corrected = [earning(first, { revenue: -3n }), earning(third, { month: '2026-02' })];
    await importReport({ name, content: corrected.map(textOf) });
    await expectStatements(corrected);
  });

  it('counts each line once for concurrent imports that are each delivered twice', async () => {
    await forgetReports();
    const reports = [
      [earning(first), earning(second, { dsp: '3' })],
      [earning(first, { plays: 7 }), earning(third, { currency: 'USD' })],
    ];
    for (const [file, lines] of reports.entries())
      await start({ name: `${file}.csv`, content: lines.map(textOf), partitions: 3 });
    await Promise.all([settle(2), isShown(), isShown(), isShown()]);
    await expectStatements(reports.flat());
  });

  it('sums to the balance after each step of an import that is killed', async () => {
    await forgetReports();
    const name = '0.csv';
    const lines = [earning(first), earning(second), earning(second, { month: '2026-03', currency: 'USD' })];
    await importReport({ name, content: lines.map(textOf) });
    const corrected = [earning(first, { revenue: 5n }), earning(third, { month: '2026-02' })];
    await start({ name, content: corrected.map(textOf), partitions: 2 });
    const begin = await saveStage({ queues: queue(), bucket: files });
    const end = async (about: string) => {
      expect([about, await isShown()]).toEqual([about, true]);
      // Either with the sums of the balance, or not.
      await isShown('track,country');
      await meetFate(false);
      await run(2);
      expect(await isShown()).toBe(true);
      await expectStatements(corrected);
    };
    expect(await killedAfterEveryStep({ begin, run: settle, end })).toBeGreaterThan(9);
  });

  it('sums to the balance before each write of an import with concurrent writes', async () => {
    await forgetReports();
    const name = '0.csv';
    const lines = [earning(first, { month: '2026-03' }), earning(first)];
    // In one part, whose rows are deleted concurrently.
    await importReport({ name, content: lines.map(textOf), partitions: 1 });
    const corrected = [earning(first, { revenue: 5n }), earning(third, { month: '2026-02' })];
    await start({ name, content: corrected.map(textOf), partitions: 2 });
    const shown: boolean[] = [];
    const look = async () => {
      shown.push(await isShown());
      beforeWrite(1, look);
    };
    beforeWrite(1, look);
    // Of the month that is no longer reported, which is the first in the list.
    let isLeft: boolean | undefined;
    const lookOnce = async () => {
      isLeft = await isShown();
    };
    beforeNext('DeleteItemCommand', lookOnce);
    await settle();
    stopBeforeWrite();
    expect(isLeft).toBe(true);
    expect(shown.length).toBeGreaterThan(9);
    expect(shown).not.toContain(false);
    await expectStatements(corrected);
  });

  it('reflects the corrected report if the import ends between two reads', async () => {
    await forgetReports();
    const name = '0.csv';
    await importReport({ name, content: [textOf(earning(first))] });
    const corrected = [earning(first, { plays: 9, revenue: -3n })];
    await start({ name, content: corrected.map(textOf) });
    let queries = 0;
    const importBefore = async (): Promise<void> => {
      queries += 1;
      // After the months, and what was stored of them.
      if (queries === 3) await settle();
      else beforeNext('QueryCommand', importBefore);
    };
    beforeNext('QueryCommand', importBefore);
    expect(await isShown()).toBe(true);
    expect(queries).toBe(3);
    await expectStatements(corrected);
  });

  it('gets lines once their code has a track, in the month of their plays', async () => {
    await forgetReports();
    const code = 'DEAB12660009';
    await importReport({ name: '0.csv', content: [textOf(earning(first)), textOf(earning(code))] });
    await expectStatements([earning(first)]);
    const late = await newDeliveredRelease(ada, [{ title: 'Late', isrc: code }]);
    members = { ...members, [code]: { track: late.trackIds[0] ?? '', album: late.albumId } };
    await importReport({ name: '1.csv', content: `${HEADER}\n\n` });
    // The end of that import has started this one again.
    await announceRow(usageImportKey(importIdOf('0.csv')));
    await settle();
    await expectStatements([earning(first), earning(code)]);
  });

  it('counts a track for its oldest album at the time of each import', async () => {
    await forgetReports();
    const line = earning(third);
    await importReport({ name: '0.csv', content: [textOf(line)] });
    const before = members[third];
    const other = await newRelease(ada, []);
    const album = other.albumId;
    const [link] = (await request('GET', `/album-tracks?filter[track]=${before?.track}`)).data;
    const track = { data: { type: 'tracks', id: before?.track } };
    const attributes = { order: 1, disc: 1 };
    const relationships = { track, album: { data: { type: 'albums', id: album } } };
    await request('POST', '/album-tracks', { data: { type: 'album-tracks', attributes, relationships } });
    await request('DELETE', `/album-tracks/${link.id}`);
    await importReport({ name: '1.csv', content: [textOf({ ...line, plays: 2 })] });
    for (const [group, more] of [
      ['album', ''],
      ['album,dsp', ' 1'],
    ] as const) {
      const { lines } = await shownStatement(ada, group, range);
      expect(lines.map(({ member, plays }) => [member, plays]).sort()).toEqual(
        [
          [`${before?.album}${more}`, 1],
          [`${album}${more}`, 2],
        ].sort(),
      );
    }
    const { lines } = await shownStatement(ada, 'track', `${range}&filter[album]=${album}`);
    expect(lines).toMatchObject([{ member: before?.track, plays: 2 }]);
  });
});

const writes: Readonly<Record<string, number>> = { GET: 200, POST: 201, DELETE: 204 };

const request = async (method: string, path: string, body?: object) =>
  (await call(tracks, writes[method] ?? 200, { method, path, token: ada.token, body })).body;
