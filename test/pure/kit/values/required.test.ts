import { expect, it } from 'vitest';
import { required } from '../../../../shared/kit/values/required.ts';

it('a value that must exist is an error with its reason if it is undefined', () => {
  expect(required(0, 'Numbers are given.')).toBe(0);
  expect(required(null, 'Null is a value.')).toBeNull();
  expect(() => required(undefined, 'The router comes first.')).toThrow('The router comes first.');
});
