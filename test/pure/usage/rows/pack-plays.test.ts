import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  cellOf,
  countryOf,
  dayOf,
  packCells,
  packPlays,
  unpackCells,
  unpackPlays,
} from '../../../../shared/usage/rows/pack-plays.ts';
import { checkProperty } from '../../../support/check-property.ts';

const cells = fc.uniqueArray(fc.integer({ min: 0, max: 31 * 676 - 1 }));
const plays = fc.array(fc.tuple(fc.integer({ min: 0, max: 31 * 676 - 1 }), fc.maxSafeNat()));

it('cells have a day and a country, sorted by day', () => {
  expect(dayOf(cellOf('2026-01-31', 'ZW'))).toBe(31);
  expect(countryOf(cellOf('2026-01-31', 'ZW'))).toBe('ZW');
  expect(cellOf('2026-01-02', 'AA')).toBeGreaterThan(cellOf('2026-01-01', 'ZZ'));
});

it('cells and plays survive packing and unpacking in any order', () => {
  return checkProperty(
    fc.property(cells, plays, (some, played) => {
      expect(unpackCells(packCells(some))).toEqual(some.toSorted((left, right) => left - right));
      const map = new Map(played);
      expect(unpackPlays(packPlays(map))).toEqual(map);
      expect(packPlays(new Map([...map].toReversed()))).toBe(packPlays(map));
    }),
  );
});

it('negative plays and plays of earlier rows survive unchanged', () => {
  const returns = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 31 * 676 - 1 }), fc.integer({ min: -1e15, max: 1e15 })),
  );
  return checkProperty(
    fc.property(returns, (played) => {
      const map = new Map(played);
      expect(unpackPlays(packPlays(map))).toEqual(map);
    }),
  );
});

it('a month of every country takes a few hundred bytes of cells and little of a row', () => {
  const days = Array.from({ length: 31 }, (_, day) => `2026-01-${String(day + 1).padStart(2, '0')}`);
  const countries = Array.from({ length: 250 }, (_, index) => countryOf(index * 2));
  const all = days.flatMap((day) => countries.map((country) => cellOf(day, country)));
  expect(packCells(all).length).toBeLessThan(500);
  const random = new Map(all.map((cell, index) => [cell, (index * 7919) % 100_000]));
  expect(packPlays(random).length).toBeLessThan(40_000);
});
