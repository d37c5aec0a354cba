/** What one of several concurrent functions makes for all of them. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Item } from '../../../../shared/kit/table/item.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { makeOnce } from '../../../../shared/kit/work/make-once.ts';
import { withTable } from '../../../support/table.ts';

withTable();
let number = 0;
let seconds = 0;
beforeEach(() => {
  number += 1;
  seconds = 0;
});

afterEach(() => void vi.restoreAllMocks());

const key = () => ({ pk: `made#${number}`, sk: '#' });
const now = () => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);

const made = (make: () => Promise<Item>, table = new Table()) =>
  makeOnce({ table, key: key(), now, keptSeconds: 3600 }, make);

it('concurrent callers make the value once, and all get it', async () => {
  const make = vi.fn(async () => ({ value: 'a' }));
  const all = await Promise.all(Array.from({ length: 10 }, () => made(make)));
  expect(make).toHaveBeenCalledTimes(1);
  expect(all).toEqual(all.map(() => expect.objectContaining({ value: 'a' })));
});

it('a made value costs half a read unit', async () => {
  await made(async () => ({ value: 'a' }));
  const table = new Table();
  expect(await made(() => Promise.reject(new Error('It is made.')), table)).toMatchObject({ value: 'a' });
  expect(table.meter).toMatchObject({ calls: 1, readUnits: 0.5, writeUnits: 0 });
});

it('another caller makes the value twenty seconds after the maker died', async () => {
  const begun = Promise.withResolvers<void>();
  made(() => {
    begun.resolve();
    return new Promise(() => {});
  });
  await begun.promise;
  seconds = 20;
  expect(await made(async () => ({ value: 'b' }))).toMatchObject({ value: 'b' });
});

it('another caller makes the value immediately after the maker failed', async () => {
  await expect(made(() => Promise.reject(new Error('Too early.')))).rejects.toThrow('Too early.');
  expect(await made(async () => ({ value: 'b' }))).toMatchObject({ value: 'b' });
});

it("a maker that fails after being overtaken keeps the other's value", async () => {
  const failing = made(async () => {
    seconds = 20;
    await made(async () => ({ value: 'of the other' }));
    throw new Error('Too late.');
  });
  await expect(failing).rejects.toThrow('Too late.');
  expect(await new Table().get(key())).toMatchObject({ value: 'of the other' });
});

it("an overtaken maker does not replace the other's value", async () => {
  const own = await made(async () => {
    seconds = 20;
    await made(async () => ({ value: 'of the other' }));
    return { value: 'own' };
  });
  expect(own).toEqual({ value: 'own' });
  expect(await new Table().get(key())).toMatchObject({ value: 'of the other' });
});

it('a maker whose row was deleted does not write it again', async () => {
  await made(async () => {
    await new Table().commit([{ delete: key() }]);
    return { value: 'late' };
  });
  expect(await new Table().get(key())).toBeUndefined();
});

it('an expired value is made again, even if the table has not deleted it yet', async () => {
  await made(async () => ({ value: 'old' }));
  seconds = 3599;
  expect(await made(async () => ({ value: 'new' }))).toMatchObject({ value: 'old' });
  seconds = 3600;
  expect(await made(async () => ({ value: 'new' }))).toMatchObject({ value: 'new' });
  expect(await new Table().get(key())).toMatchObject({ value: 'new', expires: 3600 + 3600 + START });
});
const START = Date.UTC(2026, 0, 1) / 1000;

/** @returns what lets the maker, which holds the row, end. */
async function slowMaker() {
  const slow = Promise.withResolvers<Item>();
  const begun = Promise.withResolvers<void>();
  const making = made(() => {
    begun.resolve();
    return slow.promise;
  });
  await begun.promise;
  // Pauses between attempts take no time.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  return { slow, making };
}

const ofAnother = () => Promise.reject(new Error('Another one makes it.'));

it('a caller waits many seconds for a slow maker, such as of a release of 1,000 tracks', async () => {
  const { slow, making } = await slowMaker();
  const table = new Table();
  const read = vi.spyOn(table, 'getMany').mockImplementation(async (keys) => {
    // With their pauses, so many attempts take about ten seconds.
    if (read.mock.calls.length > 25) {
      slow.resolve({ value: 'slow' });
      await making;
    }
    return Table.prototype.getMany.call(table, keys);
  });
  expect(await made(ofAnother, table)).toMatchObject({ value: 'slow' });
});

it('a caller makes its own value if another holds the claim too long', async () => {
  const { slow, making } = await slowMaker();
  expect(await made(ofAnother)).toBeUndefined();
  slow.resolve({ value: 'slow' });
  expect(await making).toEqual({ value: 'slow' });
});
