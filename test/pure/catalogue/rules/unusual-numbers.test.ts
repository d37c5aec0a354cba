import { expect, it } from 'vitest';
import { isHighPlace, isLateYear, notedYear } from '../../../../shared/catalogue/rules/unusual-numbers.ts';

it.each([
  [2027, '2026-12-31T23:59:59Z', false],
  [2028, '2026-12-31T23:59:59Z', true],
  [2028, '2027-01-01T00:00:00Z', false],
  [99_999, '2027-01-01T00:00:00Z', true],
  [null, '2026-11-28T00:00:00Z', false],
])('rights from %s at %s are unusually late: %s', (year, at, isLate) =>
  expect(isLateYear(year, new Date(at))).toBe(isLate),
);

it('a place records each year that can be late', () => {
  const years = Array.from({ length: 300 }, (_, index) => 1900 + index);
  const late = years.filter((year) => isLateYear(year, new Date('2026-11-28T00:00:00Z')));
  expect(late.map(notedYear)).toEqual(late);
  expect(notedYear(2026)).toBeNull();
});

it.each([
  [{ disc: 1, order: 10_000 }, false],
  [{ disc: 1, order: 10_001 }, true],
  [{ disc: 10_001, order: 1 }, true],
])('the place %j is unusually high: %s', (place, isHigh) => expect(isHighPlace(place)).toBe(isHigh));
