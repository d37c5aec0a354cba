/** Counts of entries by hour and kind, their stored form, and what a list reads of them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segmentsOf } from '../../../../shared/kit/histories/segments.ts';
import {
  type Bucket,
  Counting,
  historyEnd,
  hourOf,
  joined,
  recountedAt,
  sizeOf,
  type Tally,
} from '../../../../shared/kit/histories/tally.ts';
import { decoded, encoded } from '../../../../shared/kit/histories/tally-format.ts';
import type { HistoryList } from '../../../../shared/kit/histories/tally-row.ts';
import type { History } from '../../../../shared/kit/table/keys.ts';

const history: History = {
  days: 30,
  fixed: ['colour'],
  settling: { field: 'state', isSettled: (state) => state !== 'open' },
};
const list = { history, sortedBy: 'at' } as HistoryList;
const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const at = (seconds: number) => new Date(NOW - 86_400_000 + seconds * 1000).toISOString();
const entry = (seconds: number, colour = 'red', state = 'done') => ({
  type: 'things',
  id: String(seconds),
  ownerId: '1',
  fields: { at: at(seconds), colour, state } as never,
});

function counted(entries: readonly ReturnType<typeof entry>[]): readonly Bucket[] {
  const counting = new Counting(history, { sortedBy: 'at', now: NOW });
  for (const each of entries) counting.add(each);
  counting.end();
  return counting.buckets;
}

const countsOf = ({ counts }: Bucket) => Object.fromEntries(counts);

describe('the tally of entries', () => {
  it('counts the entries of each hour by kind', () => {
    const buckets = counted([entry(0), entry(1, 'blue'), entry(2), entry(3601, 'red', 'lost')]);
    expect(buckets.map(({ start, counts }) => [start, Object.fromEntries(counts)])).toEqual([
      [at(0), { '["red","done"]': 2, '["blue","done"]': 1 }],
      [at(3601), { '["red","lost"]': 1 }],
    ]);
  });

  it('omits the settling field of an hour with an unsettled entry', () => {
    const [bucket] = counted([entry(0), entry(1, 'red', 'open'), entry(2, 'blue', 'lost')]);
    expect(bucket).toMatchObject({ unsettledAt: NOW });
    expect(bucket && countsOf(bucket)).toEqual({ '["red"]': 2, '["blue"]': 1 });
  });

  it('divides an hour with many entries, but not entries of one time', () => {
    const buckets = counted(Array.from({ length: 5000 }, (_, number) => entry(Math.floor(number / 10))));
    expect(buckets.map(sizeOf)).toEqual([2000, 2000, 1000]);
    const same = counted(Array.from({ length: 5000 }, () => entry(7)));
    expect(same.map(sizeOf)).toEqual([5000]);
  });
});

describe('joining tallies', () => {
  it('adds up the parts of an hour and omits a settling field missing from one', () => {
    const parts = [...counted([entry(10, 'red', 'open')]), ...counted([entry(0, 'red', 'lost')])];
    const [hour, ...others] = joined(history, parts);
    expect(others).toEqual([]);
    expect(hour).toMatchObject({ start: at(0), unsettledAt: NOW });
    expect(hour && countsOf(hour)).toEqual({ '["red"]': 2 });
  });

  it('keeps hours and parts with many entries separate', () => {
    const large = counted(Array.from({ length: 1500 }, (_, number) => entry(number)));
    const other = counted(Array.from({ length: 1500 }, (_, number) => entry(1500 + number)));
    expect(joined(history, [...other, ...large]).map(sizeOf)).toEqual([1500, 1500]);
    expect(joined(history, [...counted([entry(3601)]), ...counted([entry(0)])]).map(sizeOf)).toEqual([1, 1]);
  });
});

it('a history ends at the end of an hour for all its entries', () => {
  const ends = (time: string) => new Date(historyEnd(history, time)).toISOString();
  expect(ends('2026-10-01T12:00:00.000Z')).toBe('2026-10-31T13:00:00.000Z');
  expect(ends('2026-10-01T12:59:59.999Z')).toBe('2026-10-31T13:00:00.000Z');
});

it('unsettled entries are recounted after ten minutes, less often as they age', () => {
  const bucket = { start: at(0), counts: new Map(), unsettledAt: Date.parse(at(180)) };
  expect(recountedAt(bucket) - bucket.unsettledAt).toBe(600_000);
  const old = { ...bucket, unsettledAt: Date.parse(at(40_000)) };
  expect(recountedAt(old) - old.unsettledAt).toBe(10_000_000);
});

const tallyOf = (buckets: readonly Bucket[]): Tally => ({
  position: at(7200),
  since: at(-86_400 * 9),
  confirmed: at(3600),
  buckets,
});

it('counts are read back as written', () => {
  const arbitrary = fc.array(
    fc.tuple(fc.nat(90_000), fc.constantFrom('red', 'blue'), fc.constantFrom('done', 'lost', 'open')),
  );
  return fc.assert(
    fc.asyncProperty(arbitrary, async (all) => {
      const sorted = all.toSorted(([left], [right]) => left - right);
      const tally = tallyOf(counted(sorted.map((each) => entry(...each))));
      expect(await decoded(await encoded(tally))).toEqual(tally);
    }),
    { numRuns: 30 },
  );
});

it('counts of an earlier version are confirmed up to the hour of their position', async () => {
  const { confirmed: _, ...old } = tallyOf(counted([entry(0)]));
  // As written then.
  const written = await encoded({ ...old, confirmed: undefined } as unknown as Tally);
  expect(await decoded(written)).toEqual({ ...old, confirmed: at(7200) });
});

describe('a history list', () => {
  const tally = tallyOf(counted([entry(0), entry(10, 'red', 'open'), entry(3601), entry(3700)]));
  const read = (
    period = { from: '', before: '~' },
    { isBySettling = false, now = NOW, reopened = new Set<string>() } = {},
  ) =>
    segmentsOf(list, { tally, reopened }, { period, isBySettling, now }).map(({ is, from, before }) => [
      is,
      from,
      before,
    ]);
  const [first, second, end] = [at(0), at(3601), at(7200)];

  it('reads what is not counted yet', () => {
    expect(read()).toEqual([
      ['counted', first, at(3600)],
      ['counted', second, end],
      ['read', end, '~'],
    ]);
  });

  it('reads an hour if part of it is listed', () => {
    expect(read({ from: at(5), before: at(3650) })).toEqual([['read', at(5), at(3650)]]);
    expect(read({ from: at(-5), before: at(3600) })).toEqual([['counted', first, at(3600)]]);
  });

  it('reads an unsettled hour for a filter by the settling field', () => {
    expect(read(undefined, { isBySettling: true })).toEqual([
      ['read', first, at(3600)],
      ['counted', second, end],
      ['read', end, '~'],
    ]);
  });

  it('reads a reopened hour from its beginning', () => {
    expect(read(undefined, { reopened: new Set([hourOf(second)]) })).toEqual([
      ['counted', first, at(3600)],
      ['read', at(3600), '~'],
    ]);
  });

  it('reads only unsettled entries of hours whose history has ended', () => {
    expect(read({ from: '', before: end }, { now: NOW + 40 * 86_400_000 })).toEqual([
      ['read', first, at(3600)],
    ]);
  });

  it('reads the last listed hour if a version with shorter histories wrote it', () => {
    const now = historyEnd(history, first) - 1000;
    const written = { ...tally, since: at(3000) };
    const segments = (since: Tally) =>
      segmentsOf(
        list,
        { tally: since, reopened: new Set() },
        { period: { from: '', before: at(3600) }, isBySettling: false, now },
      );
    expect(segments(written).map(({ is }) => is)).toEqual(['read']);
    expect(segments(tally).map(({ is }) => is)).toEqual(['counted']);
  });
});
