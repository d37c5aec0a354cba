/** What a count of a history reads. */
import { expect, it } from 'vitest';
import { planOf } from '../../../../shared/kit/histories/count-plan.ts';
import type { ReopenedHour } from '../../../../shared/kit/histories/tally-row.ts';

const DAY = '2026-11-20T';
const NOW = Date.parse(`${DAY}11:30:00.000Z`);

const reopened = (hour: string): ReopenedHour => ({
  hour: `${DAY}${hour}`,
  key: { pk: 'lists', sk: hour },
  until: `${DAY}11:20:00.000Z`,
});

/** @param at when the entries were counted before. */
const rangesAfter = (at: string, hours: readonly string[]) =>
  planOf(
    { position: `${DAY}${at}:00.000Z`, since: DAY, buckets: [] },
    { number: 1, tally: undefined, reopened: hours.map(reopened) },
    { now: NOW, isCheck: false },
  ).ranges.map(({ from, before }) => [from.slice(11, 16), before.slice(11, 16)]);

it('a count reads the entries since the former one', () => {
  expect(rangesAfter('10:50', [])).toEqual([['10:50', '11:27']]);
});

it('a count reads reopened hours as a whole', () => {
  expect(rangesAfter('10:50', ['08', '10'])).toEqual([
    ['08:00', '09:00'],
    ['10:00', '11:00'],
    ['11:00', '11:27'],
  ]);
});

it('a count reads each entry once if it was reopened before it was first counted', () => {
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
