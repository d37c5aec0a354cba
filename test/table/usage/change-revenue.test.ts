/** Months of revenue add up the rows of imports, also when several imports change them concurrently. */
import { describe, expect, it } from 'vitest';
import { storeOf } from '../../../shared/kit/records/store.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { required } from '../../../shared/kit/values/required.ts';
import { api } from '../../../shared/service/api.ts';
import { usageRevenueKey } from '../../../shared/usage/keys.ts';
import { usageFiles } from '../../../shared/usage/moved/files.ts';
import { addRevenue, deleteRevenue, putRevenue } from '../../../shared/usage/revenue/change-revenue.ts';
import { ALL_MONTHS, readImports, readMonths } from '../../../shared/usage/revenue/read-months.ts';
import { type RevenueRow, revenueRow } from '../../../shared/usage/revenue/revenue-row.ts';
import { withTable } from '../../support/table.ts';

withTable();

let owners = 0;
const newOwner = () => String(++owners);

interface Given {
  readonly month?: string;
  readonly currency?: string;
  readonly importId?: string;
  readonly run?: string;
  readonly amount?: bigint;
}

const idOf = (owner: string, { month = '2026-01', currency = 'EUR', importId = 'first' }: Given) => ({
  ...{ owner, month, currency, importId },
});
const rowOf = (owner: string, given: Given): RevenueRow =>
  revenueRow(idOf(owner, given), { run: given.run ?? 'one', amount: given.amount ?? 1n });

/** What months have, and the number of rows of imports. */
async function monthsOf(owner: string) {
  const months = await readMonths(new Table(), owner);
  const imports = await readImports(new Table(), owner, ALL_MONTHS);
  return {
    sums: months.map(({ month, currencies }) => [
      month,
      ...Array.from(
        currencies,
        ([currency, { amount, imports: count }]) => `${amount} ${currency} of ${count}`,
      ),
    ]),
    rows: imports.length,
  };
}

describe('the monthly revenue of imports', () => {
  it('is summed by currency and removed with the last import', async () => {
    const owner = newOwner();
    const rows = [
      rowOf(owner, { amount: 10n ** 40n }),
      rowOf(owner, { importId: 'second', amount: -3n }),
      rowOf(owner, { currency: 'USD', amount: 0n }),
    ];
    await putRevenue(new Table(), rows);
    await putRevenue(new Table(), [rowOf(owner, { month: '2026-02' })]);
    const sums = [
      ['2026-01', `${10n ** 40n - 3n} EUR of 2`, '0 USD of 1'],
      ['2026-02', '1 EUR of 1'],
    ];
    expect(await monthsOf(owner)).toEqual({ sums, rows: 4 });
    for (const row of rows) await deleteRevenue(new Table(), row, ['one']);
    expect(await monthsOf(owner)).toEqual({ sums: sums.slice(1), rows: 1 });
  });

  it('is the same when a row is rewritten or deleted again, or by another run', async () => {
    const owner = newOwner();
    await putRevenue(new Table(), [rowOf(owner, {})]);
    await putRevenue(new Table(), [rowOf(owner, { run: 'two', amount: 5n })]);
    await putRevenue(new Table(), [rowOf(owner, { run: 'two', amount: 5n })]);
    await deleteRevenue(new Table(), usageRevenueKey(idOf(owner, {})), ['one']);
    expect(await addRevenue(new Table(), rowOf(owner, { amount: 7n }))).toBe(false);
    expect(await monthsOf(owner)).toEqual({ sums: [['2026-01', '5 EUR of 1']], rows: 1 });
    await deleteRevenue(new Table(), usageRevenueKey(idOf(owner, {})), ['two']);
    await deleteRevenue(new Table(), usageRevenueKey(idOf(owner, {})), ['two']);
    expect(await monthsOf(owner)).toEqual({ sums: [], rows: 0 });
    expect(await addRevenue(new Table(), rowOf(owner, { amount: 7n }))).toBe(true);
  });

  it('counts each of several concurrent imports', async () => {
    const owner = newOwner();
    const imports = Array.from({ length: 12 }, (_, at) => ({ importId: `import-${at}`, amount: BigInt(at) }));
    await Promise.all(imports.map((each) => putRevenue(new Table(), [rowOf(owner, each)])));
    expect(await monthsOf(owner)).toEqual({ sums: [['2026-01', '66 EUR of 12']], rows: 12 });
  });

  it('can use more rows together than fit into a transaction', async () => {
    const owner = newOwner();
    const rows = Array.from({ length: 120 }, (_, at) => rowOf(owner, { importId: `import-${at}` }));
    await putRevenue(new Table(), rows);
    expect(await monthsOf(owner)).toEqual({ sums: [['2026-01', '120 EUR of 120']], rows: 120 });
  });
});

it('an export has the revenue of each import', async () => {
  const owner = newOwner();
  const file = required(
    usageFiles.find(({ name }) => name === 'usage-revenue'),
    'Revenue is exported.',
  );
  const store = storeOf(api, { table: new Table(), now: new Date() });
  const moving = { ...store, key: undefined, isKept: () => true };
  const sizes = { track: 10, album: 10, dsp: 10, country: 10 };
  const written = revenueRow(idOf(owner, { importId: 'abcdefghijklmnop' }), {
    run: 'one',
    amount: 5n,
    sizes,
  });
  await putRevenue(new Table(), [written]);
  const { lines } = await file.read(moving, owner, undefined);
  expect(await file.check(moving, lines)).toEqual(['there']);
  await putRevenue(new Table(), [{ ...written, run: 'two' }]);
  expect(await file.check(moving, lines)).toEqual(['differs']);
});
