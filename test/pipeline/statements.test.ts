/** Statements add up exactly what reports have brought, however files divide, replace and delay it. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as royalties } from '../../functions/royalties/handler.ts';
import { formatAmount } from '../../shared/kit/values/money.ts';
import { call, newAdmin, type Person } from '../support/calls.ts';
import { checkProperty, timeoutFor } from '../support/check-property.ts';
import { newDeliveredRelease } from '../support/releases.ts';
import { forgetEarnings } from './earlier-earnings.ts';
import { type ShownLine, shownStatement, statementCsv } from './statements.ts';
import { importReport, useUsage } from './usage.ts';

useUsage();
const range = '&filter[period-from]=2026-01&filter[period-to]=2026-03';
const countryIds: Readonly<Record<string, string>> = { US: '840', DE: '276', BR: '76' };
const isrcs = ['DEAB12660001', 'DEAB12660002', 'DEAB12660003'];
let ada: Person;
let members: Readonly<Record<string, { track: string; album: string }>>;
beforeAll(async () => {
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
  revenue: fc.oneof(fc.constant(0n), fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })),
  currency: fc.constantFrom('EUR', 'USD'),
});

const textOf = ({ month, day, dsp, country, isrc, plays, revenue, currency }: Line) =>
  [`${month}-${day}`, dsp, country, isrc, plays, formatAmount(revenue), currency].join(',');

const groups = ['track', 'album', 'dsp', 'country'] as const;
type Group = (typeof groups)[number];

const memberOf = (group: Group, { isrc, dsp, country }: Line): string =>
  ({ ...(members[isrc] ?? { track: '', album: '' }), dsp, country: countryIds[country] ?? '' })[group];

/** What a statement must show, unordered. */
function modelOf(lines: readonly Line[], group: Group): ShownLine[] {
  const sums = new Map<string, { plays: number; revenue: bigint }>();
  for (const each of lines) {
    const key = [each.month, memberOf(group, each), each.currency].join(' ');
    const sum = sums.get(key) ?? { plays: 0, revenue: 0n };
    sums.set(key, { plays: sum.plays + each.plays, revenue: sum.revenue + each.revenue });
  }
  return [...sums].map(([key, { plays, revenue }]) => {
    const [period = '', member = '', currency = ''] = key.split(' ');
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

async function expectStatements(lines: readonly Line[]): Promise<void> {
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

/** The lines, each with the file it is in. */
const divided = fc.array(fc.tuple(line, fc.nat(2)), { maxLength: 40 });
const RUNS = 5;
const SECONDS = 90;

describe('statements by each group', () => {
  it('add up what was imported and what balances count, to the last digit', {
    timeout: timeoutFor(SECONDS),
  }, async () => {
    let round = 0;
    await checkProperty(
      fc.asyncProperty(divided, fc.boolean(), async (lines, isEarlier) => {
        round += 1;
        for (const file of [0, 1, 2]) {
          const own = lines.filter(([, place]) => place === file).map(([each]) => textOf(each));
          // A rejected line, so that no two files are equal.
          await importReport({
            name: `${file}.csv`,
            content: [...own, `round ${round}-${file}`],
            partitions: 2,
          });
        }
        // As an earlier version has written it.
        if (isEarlier) await forgetEarnings();
        const all = lines.map(([each]) => each);
        await expectStatements(all);
        // Again, from what the first requests have stored.
        await expectStatements(all);
      }),
      { runs: RUNS, seconds: SECONDS },
    );
  });
});
