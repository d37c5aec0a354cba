import { expect, it } from 'vitest';
import { comparable, formerlyComparable } from '../../../../shared/kit/values/comparable.ts';

it('compares the two small forms of sigma as one, so that a partial filter finds the beginning of a word', () => {
  expect(comparable('ΟΔΟΣ')).toBe(comparable('οδοσ'));
  expect(comparable('οδος')).toBe(comparable('οδοσ'));
  expect(comparable('ΑΣΑ')).toContain(comparable('ΑΣ'));
});

it('finds a value that was kept with the final sigma in its former form', () => {
  expect(formerlyComparable('ΟΔΟΣ')).toBe('οδος');
  expect(formerlyComparable('ΟΔΟΣ')).not.toBe(comparable('ΟΔΟΣ'));
});
