import { expect, it } from 'vitest';
import { comparable, formerlyComparable } from '../../../../shared/kit/values/comparable.ts';

it('both small forms of sigma compare as equal, so that a partial filter finds the beginning of a word', () => {
  expect(comparable('ΟΔΟΣ')).toBe(comparable('οδοσ'));
  expect(comparable('οδος')).toBe(comparable('οδοσ'));
  expect(comparable('ΑΣΑ')).toContain(comparable('ΑΣ'));
});

it('the former comparable form of a value keeps its final sigma', () => {
  expect(formerlyComparable('ΟΔΟΣ')).toBe('οδος');
  expect(formerlyComparable('ΟΔΟΣ')).not.toBe(comparable('ΟΔΟΣ'));
});
