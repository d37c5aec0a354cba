import { expect, it } from 'vitest';
import { comparable } from '../../../../shared/kit/values/comparable.ts';

it('both small forms of sigma compare as equal, so that a partial filter finds the beginning of a word', () => {
  expect(comparable('ΟΔΟΣ')).toBe(comparable('οδοσ'));
  expect(comparable('οδος')).toBe(comparable('οδοσ'));
  expect(comparable('ΑΣΑ')).toContain(comparable('ΑΣ'));
});
