/** The royalty summary is the exact sum of all report lines, for any reports in any number of files. */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { handler as royalties } from '../../functions/royalties/handler.ts';
import { formatAmount } from '../../shared/kit/values/money.ts';
import { call, newAdmin, type Person } from '../support/calls.ts';
import { checkProperty, timeoutFor } from '../support/check-property.ts';
import { newDeliveredRelease } from '../support/releases.ts';
import { pay } from '../support/royalties.ts';
import { importReport, useUsage } from './usage.ts';

useUsage();
const isrc = 'DEAB12660001';
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
  await newDeliveredRelease(ada, [{ title: 'Amber', isrc }]);
});

interface Line {
  readonly month: string;
  readonly day: number;
  readonly revenue: bigint;
  readonly currency: string;
}

const line: fc.Arbitrary<Line> = fc.record({
  month: fc.constantFrom('2026-01', '2026-02', '2026-03'),
  day: fc.integer({ min: 10, max: 28 }),
  revenue: fc.bigInt({ min: -(10n ** 24n) + 1n, max: 10n ** 24n - 1n }),
  currency: fc.constantFrom('EUR', 'USD'),
});

const textOf = ({ month, day, revenue, currency }: Line) =>
  `${month}-${day},1,US,${isrc},1,${formatAmount(revenue)},${currency}`;

/** The lines, each with the file it is in. */
const divided = fc.array(fc.tuple(line, fc.nat(2)), { maxLength: 40 });

const summary = async (currency: string) => {
  const path = `/royalties/summary?filter[currency]=${currency}`;
  return (await call(royalties, 200, { path, token: ada.token })).body.data.attributes;
};

function modelOf(lines: readonly Line[], currency: string) {
  const history: Record<string, bigint> = {};
  let earned = 0n;
  for (const each of lines) {
    if (each.currency !== currency) continue;
    earned += each.revenue;
    history[each.month] = (history[each.month] ?? 0n) + each.revenue;
  }
  return {
    currency,
    'current-balance': formatAmount(earned),
    'total-earned': formatAmount(earned),
    history: Object.keys(history)
      .sort()
      .map((period) => ({ period, earned: formatAmount(history[period] ?? 0n), paid: '0' })),
  };
}

const RUNS = 6;
const SECONDS = 60;

it('the summary is the sum of all lines, however they are divided into files', {
  timeout: timeoutFor(SECONDS),
}, async () => {
  await checkProperty(
    fc.asyncProperty(divided, async (lines) => {
      for (const file of [0, 1, 2]) {
        const own = lines.filter(([, place]) => place === file).map(([each]) => textOf(each));
        await importReport({
          name: `${file}.csv`,
          content: own,
          partitions: 2,
        });
      }
      const all = lines.map(([each]) => each);
      for (const currency of ['EUR', 'USD'])
        expect(await summary(currency)).toMatchObject(modelOf(all, currency));
    }),
    { runs: RUNS, seconds: SECONDS },
  );
});

it('a corrected report changes the balance and keeps payments', async () => {
  const name = '0.csv';
  for (const other of ['1.csv', '2.csv']) await importReport({ name: other, content: [] });
  await importReport({ name, content: [`2026-01-10,1,US,${isrc},1,0.3,EUR`] });
  await pay(ada, { period: '2026-01', amount: '0.2' });
  expect(await summary('EUR')).toMatchObject({ 'current-balance': '0.1', 'total-earned': '0.3' });
  await importReport({ name, content: [`2026-01-10,1,US,${isrc},1,0.1,EUR`] });
  expect(await summary('EUR')).toMatchObject({
    'current-balance': '-0.1',
    'total-paid': '0.2',
    history: [{ period: '2026-01', earned: '0.1', paid: '0.2' }],
  });
});
