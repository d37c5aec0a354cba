/** Writes that cannot have the claim as a condition. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TableUnavailable } from '../../../../shared/kit/table/client.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { Overtaken, writeInTime } from '../../../../shared/kit/work/lease.ts';
import { withTable } from '../../../support/table.ts';

withTable();
const rows = [{ pk: 'written', sk: '#' }];
const kept = { keep: async () => {} };
const find = () => new Table().getMany(rows, true);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('a function frozen for ten seconds after renewing its claim does not write', async () => {
  const frozen = writeInTime(kept, () => {
    vi.setSystemTime(Date.now() + 10_001);
    return new Table().putMany(rows);
  });
  await expect(frozen).rejects.toThrow(TableUnavailable);
  expect(await find()).toEqual([]);
});

it('a function that has lost its claim does not write', async () => {
  const lost = { keep: () => Promise.reject(new Overtaken()) };
  await expect(writeInTime(lost, () => new Table().putMany(rows))).rejects.toThrow(Overtaken);
  expect(await find()).toEqual([]);
});

it('a function with its claim writes', async () => {
  await writeInTime(kept, () => new Table().putMany(rows));
  expect(await find()).toEqual(rows);
});
