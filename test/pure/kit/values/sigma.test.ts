import { expect, it } from 'vitest';
import { comparable } from '../../../../shared/kit/values/comparable.ts';

it('both lower-case sigmas compare as equal, so a partial filter finds the start of a word', () => {
  expect(comparable('ΟΔΟΣ')).toBe(comparable('οδοσ'));
  expect(comparable('οδος')).toBe(comparable('οδοσ'));
  expect(comparable('ΑΣΑ')).toContain(comparable('ΑΣ'));
});
