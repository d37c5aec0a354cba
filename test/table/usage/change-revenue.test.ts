/** Months of revenue add up the rows of imports, also when several imports change them concurrently. */
import { describe, expect, it } from 'vitest';
import { storeOf } from '../../../shared/kit/records/store.ts';
import type { Key } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { required } from '../../../shared/kit/values/required.ts';
import { api } from '../../../shared/service/api.ts';
import { formerRevenueKey, usageRevenueKey } from '../../../shared/usage/keys.ts';
import { usageFiles } from '../../../shared/usage/moved/files.ts';
import {
  addRevenue,
  adoptRevenue,
  deleteRevenue,
  putRevenue,
} from '../../../shared/usage/revenue/change-revenue.ts';
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

/** As an earlier version wrote it. */
async function giveFormer(owner: string, given: Given): Promise<Key> {
  const key = formerRevenueKey(idOf(owner, given));
  await new Table().putMany([{ ...rowOf(owner, given), ...key }]);
  return key;
}

/** What months have, and the number of rows that they were read from. */
async function monthsOf(owner: string) {
  const { months, former } = await readMonths(new Table(), owner);
  const imports = await readImports(new Table(), owner, ALL_MONTHS);
  return {
    sums: months.map(({ month, currencies }) => [
      month,
      ...Array.from(
        currencies,
        ([currency, { amount, imports: count }]) => `${amount} ${currency} of ${count}`,
      ),
    ]),
    rows: [imports.length, former.length],
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
    expect(await monthsOf(owner)).toEqual({ sums, rows: [4, 0] });
    for (const row of rows) await deleteRevenue(new Table(), row, 'one');
    expect(await monthsOf(owner)).toEqual({ sums: sums.slice(1), rows: [1, 0] });
  });

  it('is the same when a row is rewritten or deleted again, or by another run', async () => {
    const owner = newOwner();
    await putRevenue(new Table(), [rowOf(owner, {})]);
    await putRevenue(new Table(), [rowOf(owner, { run: 'two', amount: 5n })]);
    await putRevenue(new Table(), [rowOf(owner, { run: 'two', amount: 5n })]);
    await deleteRevenue(new Table(), usageRevenueKey(idOf(owner, {})), 'one');
    expect(await addRevenue(new Table(), rowOf(owner, { amount: 7n }))).toBe(false);
    expect(await monthsOf(owner)).toEqual({ sums: [['2026-01', '5 EUR of 1']], rows: [1, 0] });
    await deleteRevenue(new Table(), usageRevenueKey(idOf(owner, {})), 'two');
    await deleteRevenue(new Table(), usageRevenueKey(idOf(owner, {})), 'two');
    expect(await monthsOf(owner)).toEqual({ sums: [], rows: [0, 0] });
    expect(await addRevenue(new Table(), rowOf(owner, { amount: 7n }))).toBe(true);
  });

  it('counts each of several concurrent imports', async () => {
    const owner = newOwner();
    const imports = Array.from({ length: 12 }, (_, at) => ({ importId: `import-${at}`, amount: BigInt(at) }));
    await Promise.all(imports.map((each) => putRevenue(new Table(), [rowOf(owner, each)])));
    expect(await monthsOf(owner)).toEqual({ sums: [['2026-01', '66 EUR of 12']], rows: [12, 0] });
  });

  it('can use more rows together than fit into a transaction', async () => {
    const owner = newOwner();
    const rows = Array.from({ length: 120 }, (_, at) => rowOf(owner, { importId: `import-${at}` }));
    await putRevenue(new Table(), rows);
    expect(await monthsOf(owner)).toEqual({ sums: [['2026-01', '120 EUR of 120']], rows: [120, 0] });
  });
});

describe('the imports of an earlier version', () => {
  it('count in their old place and after they are moved', async () => {
    const owner = newOwner();
    await putRevenue(new Table(), [rowOf(owner, { importId: 'later', amount: 2n })]);
    const keys = [
      await giveFormer(owner, { amount: 3n }),
      await giveFormer(owner, { month: '2025-12', currency: 'A#2025-11', amount: 4n }),
    ];
    const sums = [
      ['2025-12', '4 A#2025-11 of 1'],
      ['2026-01', '5 EUR of 2'],
    ];
    expect(await monthsOf(owner)).toEqual({ sums, rows: [1, 2] });
    for (const key of [...keys, ...keys]) expect(await adoptRevenue(new Table(), key)).toBe(true);
    expect(await monthsOf(owner)).toEqual({ sums, rows: [3, 0] });
    expect(await adoptRevenue(new Table(), usageRevenueKey(idOf(owner, {})))).toBe(false);
  });

  it('count once while they are moved and read concurrently', async () => {
    const owner = newOwner();
    const keys: Key[] = [];
    for (let at = 0; at < 20; at++) keys.push(await giveFormer(owner, { importId: `import-${at}` }));
    const moving = (async () => {
      for (const key of keys) await adoptRevenue(new Table(), key);
    })();
    const reads = Array.from({ length: 40 }, async (_, at) => {
      for (let turn = 0; turn < at; turn++) await new Table().get(keys[0] as Key);
      return (await readMonths(new Table(), owner)).months.map(({ currencies }) => currencies.get('EUR'));
    });
    for (const read of await Promise.all(reads)) expect(read).toEqual([{ amount: 20n, imports: 20 }]);
    await moving;
    expect(await monthsOf(owner)).toEqual({ sums: [['2026-01', '20 EUR of 20']], rows: [20, 0] });
  });

  it('are replaced and deleted by later imports of the report', async () => {
    const owner = newOwner();
    const key = await giveFormer(owner, { amount: 3n });
    await giveFormer(owner, { currency: 'USD', amount: 9n });
    await putRevenue(new Table(), [rowOf(owner, { run: 'two', amount: 4n })]);
    const sums = [['2026-01', '4 EUR of 1', '9 USD of 1']];
    expect(await monthsOf(owner)).toEqual({ sums, rows: [1, 1] });
    await deleteRevenue(new Table(), key, 'one');
    expect(await monthsOf(owner)).toEqual({ sums, rows: [1, 1] });
    await deleteRevenue(new Table(), formerRevenueKey(idOf(owner, { currency: 'USD' })), 'one');
    expect(await monthsOf(owner)).toEqual({ sums: [['2026-01', '4 EUR of 1']], rows: [1, 0] });
  });
});

it('the revenue of imports, even of an earlier version, is available to an export of the stage', async () => {
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
  await giveFormer(owner, { importId: 'ponmlkjihgfedcba', amount: 7n });
  const { lines } = await file.read(moving, owner, undefined);
  expect(await file.check(moving, lines)).toEqual(['there', 'there']);
  await putRevenue(new Table(), [{ ...written, run: 'two' }]);
  expect(await file.check(moving, lines)).toEqual(['there', 'differs']);
});
