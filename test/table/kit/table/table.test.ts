/** What reads of the table find, in which order, and what they cost. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Query } from '../../../../shared/kit/table/query.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { withTable } from '../../../support/table.ts';

withTable();

const sks = ['a#1', 'a#2', 'b#1', 'b#2', 'c#1'];
const row = (pk: string, sk: string) => ({ pk, sk, ownerKey: `${pk}#rows`, ownerSort: sk, slim: { sk } });
beforeAll(async () => {
  await new Table().putMany([...sks.map((sk) => row('1', sk)), row('2', 'a#1')]);
});

/** @returns the sort keys that a query finds, and the units and calls that it takes. */
async function found(query: Partial<Query>) {
  const table = new Table();
  const rows = await table.query({ partition: '1', ...query });
  return { sks: rows.map(({ sk }) => sk), units: table.meter.readUnits, calls: table.meter.calls };
}

describe('a query', () => {
  it.each<[string, Partial<Query>, string[]]>([
    ['a partition', {}, sks],
    ['another partition', { partition: '2' }, ['a#1']],
    ['nothing', { partition: '3' }, []],
    ['a prefix', { prefix: 'b#' }, ['b#1', 'b#2']],
    ['all up to a key', { upTo: 'b#1' }, ['a#1', 'a#2', 'b#1']],
    ['all from a key', { from: 'b#2' }, ['b#2', 'c#1']],
    ['all between two keys', { from: 'a#2', upTo: 'b#2' }, ['a#2', 'b#1', 'b#2']],
    ['the last first', { newestFirst: true }, sks.toReversed()],
    ['the first few', { limit: 2 }, ['a#1', 'a#2']],
    ['the last few with a prefix', { prefix: 'a#', newestFirst: true, limit: 1 }, ['a#2']],
    ['an index', { index: 'by-owner', partition: '1#rows', prefix: 'b' }, ['b#1', 'b#2']],
  ])('finds %s', async (_, query, expected) => expect((await found(query)).sks).toEqual(expected));

  it.each<[string, Partial<Query>, number]>([
    ['with strong consistency a unit', {}, 1],
    ['with eventual consistency half a unit', { isEventual: true }, 0.5],
    ['of an index half a unit', { index: 'by-owner', partition: '1#rows' }, 0.5],
  ])('takes %s for 4 KB', async (_, query, units) =>
    expect(await found(query)).toMatchObject({ units, calls: 1 }),
  );

  it('reads all pages with a callback in between, and ends if that fails', async () => {
    const large = Array.from({ length: 12 }, (_, each) => ({
      pk: 'large',
      sk: `${each + 10}`,
      x: 'x'.repeat(200_000),
    }));
    const writing = new Table();
    await writing.putMany(large);
    expect(writing.meter.calls).toBe(3);
    const between = vi.fn();
    const { sks: all, calls } = await found({ partition: 'large', between });
    expect(all).toEqual(large.map(({ sk }) => sk));
    expect(calls).toBe(3);
    expect(between).toHaveBeenCalledTimes(2);
    expect((await found({ partition: 'large', limit: 7 })).sks).toHaveLength(7);
    const fails = () => {
      throw new Error('Too much');
    };
    const table = new Table();
    await expect(table.query({ partition: 'large', between: fails })).rejects.toThrow('Too much');
    expect(table.meter.calls).toBe(1);
  });
});

describe('a table row', () => {
  it('is read with strong consistency or not found', async () => {
    const table = new Table();
    expect(JSON.stringify(await table.get({ pk: '1', sk: 'a#1' }))).toBe(
      '{"ownerKey":"1#rows","ownerSort":"a#1","pk":"1","sk":"a#1","slim":{"sk":"a#1"}}',
    );
    expect(await table.get({ pk: '1', sk: 'z' })).toBeUndefined();
    expect(table.meter).toMatchObject({ calls: 2, readUnits: 2 });
  });

  it.each([
    [true, 2],
    [false, 1],
    [undefined, 1],
  ])('is read with others (consistently: %s) for %i units', async (consistent, units) => {
    const keys = ['a#1', 'b#1'].map((sk) => ({ pk: '1', sk }));
    const table = new Table();
    expect(await table.getMany(keys, consistent)).toHaveLength(2);
    expect(table.meter).toMatchObject({ calls: 1, readUnits: units });
  });

  it('is put even if the rows exceed one call', async () => {
    const rows = Array.from({ length: 130 }, (_, each) => ({ pk: 'many', sk: `${each + 100}` }));
    const table = new Table();
    await table.putMany(rows);
    expect(table.meter).toMatchObject({ calls: 6, writeUnits: 130, readUnits: 0 });
    expect(await table.getMany(rows)).toHaveLength(130);
    expect(table.meter.calls).toBe(8);
    await table.putMany([]);
    expect(await table.getMany([])).toEqual([]);
    expect(table.meter.calls).toBe(8);
  });
});

it('a scan reads each row once, page by page', async () => {
  const table = new Table();
  const found: string[] = [];
  let after: Awaited<ReturnType<Table['scan']>>['next'];
  do {
    const { items, next } = await table.scan(after);
    found.push(...items.map(({ pk, sk }) => `${pk} ${sk}`));
    after = next;
  } while (after);
  expect(new Set(found).size).toBe(found.length);
  expect(found).toEqual(expect.arrayContaining(['1 a#1', '2 a#1', 'large 21', 'many 229']));
  expect(table.meter.calls).toBeGreaterThan(2);
  expect(table.meter.readUnits).toBeGreaterThan(250);
});
