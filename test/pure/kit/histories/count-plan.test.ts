/** What a count of a history reads. */
import { expect, it } from 'vitest';
import { nextCount, planOf } from '../../../../shared/kit/histories/count-plan.ts';
import type { ReopenedHour } from '../../../../shared/kit/histories/tally-row.ts';

const DAY = '2026-11-20T';
const NOW = Date.parse(`${DAY}11:30:00.000Z`);

const reopened = (hour: string): ReopenedHour => ({
  hour: `${DAY}${hour}`,
  key: { pk: 'lists', sk: hour },
  until: `${DAY}11:20:00.000Z`,
});

/** @param at when the entries were counted before. @param confirmed the hour before which they are confirmed. */
const rangesAfter = (at: string, hours: readonly string[], confirmed = at.slice(0, 2)) =>
  planOf(
    { position: `${DAY}${at}:00.000Z`, since: DAY, confirmed: `${DAY}${confirmed}:00:00.000Z`, buckets: [] },
    { number: 1, tally: undefined, reopened: hours.map(reopened) },
    { now: NOW, isCheck: false },
  ).ranges.map(({ from, before }) => [from.slice(11, 16), before.slice(11, 16)]);

it('a count reads the entries since the previous one', () => {
  expect(rangesAfter('10:50', [])).toEqual([['10:50', '11:27']]);
});

it('a count reads reopened hours completely', () => {
  expect(rangesAfter('10:50', ['08', '10'])).toEqual([
    ['08:00', '09:00'],
    ['10:00', '11:00'],
    ['11:00', '11:27'],
  ]);
});

it('a count reads an entry once if its hour reopened before the first count', () => {
  expect(rangesAfter('10:50', ['11'])).toEqual([['10:50', '11:27']]);
  expect(rangesAfter('10:50', ['10', '11'])).toEqual([
    ['10:00', '11:00'],
    ['11:00', '11:27'],
  ]);
  expect(rangesAfter('09:50', ['09', '11'])).toEqual([
    ['09:00', '10:00'],
    ['10:00', '11:27'],
  ]);
});

it('a count rereads each hour once it ended an hour ago', () => {
  expect(rangesAfter('10:50', [], '08')).toEqual([
    ['08:00', '09:00'],
    ['09:00', '10:00'],
    ['10:50', '11:27'],
  ]);
  // Counted with the rest, an hour after its end.
  expect(rangesAfter('09:50', [], '09')).toEqual([
    ['09:00', '10:00'],
    ['10:00', '11:27'],
  ]);
});

it('a count of new entries schedules the confirmation an hour after the hour ends', () => {
  const tally = { since: DAY, confirmed: `${DAY}10:00:00.000Z`, buckets: [] };
  const counted = { ...tally, position: `${DAY}11:27:00.000Z` };
  expect(nextCount(counted, true)).toBe(Date.parse(`${DAY}13:00:00.000Z`));
  expect(nextCount(counted, false)).toBeUndefined();
  const bucketAt = (time: string) => ({ start: `${DAY}${time}:00.000Z`, counts: new Map() });
  expect(nextCount({ ...counted, buckets: [bucketAt('09:59')] }, false)).toBeUndefined();
  expect(nextCount({ ...counted, buckets: [bucketAt('10:15')] }, false)).toBe(
    Date.parse(`${DAY}12:00:00.000Z`),
  );
});
