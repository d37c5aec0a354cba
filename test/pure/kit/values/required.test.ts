import { expect, it } from 'vitest';
import { required } from '../../../../shared/kit/values/required.ts';

it.each([undefined, null])('a required value that is %s throws the reason', (value) => {
  expect(() => required(value, 'The router comes first.')).toThrow('The router comes first.');
});

it.each([0, '', false])('a required value can be %j', (value) => {
  expect(required(value, 'It is given.')).toBe(value);
});
