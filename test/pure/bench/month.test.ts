import { expect, it } from 'vitest';
import { activitiesOf, costsOfMonth } from '../../bench/large/month.ts';
import { quotasOf } from '../../bench/large/quotas.ts';
import { listPrices } from '../../bench/list-prices.ts';

const use = (readUnits: number, writeUnits: number) => ({
  'read units': readUnits,
  'write units': writeUnits,
  cpuMicroseconds: 5000,
});
const activities = activitiesOf({ lists: [use(10, 1), use(20, 1)], delivery: use(15, 30) });

it('the lists of a month cost the average of the measured ones', () => {
  const row = costsOfMonth(activities, 0)['300 million × list'];
  const units = 15 * listPrices.readUnit + listPrices.writeUnit;
  expect(row?.['table, $']).toBe(Math.round(300e6 * units));
  expect(row?.['API, $']).toBe(300);
});

it('a month costs the sum of its parts, including storage', () => {
  const { 'a month': month, ...parts } = costsOfMonth(activities, 2e9);
  expect(parts['2000 GB stored']).toEqual({ sum: 900 });
  expect(month?.['sum']).toBe(Object.values(parts).reduce((sum, part) => sum + Number(part['sum']), 0));
});

it('the quota reached first is shown first', () => {
  const shares = Object.values(quotasOf(activities)).map(({ percent }) => Number(percent));
  expect(shares).toEqual(shares.toSorted((left, right) => right - left));
  expect(quotasOf(activities)['concurrent senders of webhooks on prod']).toMatchObject({ quota: 200 });
});
