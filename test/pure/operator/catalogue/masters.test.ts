import { describe, expect, test } from 'vitest';
import { resolverOf } from '../../../../bin/operator/catalogue/masters.ts';

const resolve = resolverOf('https://files.example/m');

describe('a relative address', () => {
  test.each([
    '../a.wav',
    'a/../b.wav',
    'a\\..\\b.wav',
    '..%2fa.wav',
    '..%2Fa.wav',
    'a%2f..%2fb.wav',
    '%2e%2e/a.wav',
    '.%2E/a.wav',
    '%2e%2e%2fa.wav',
    '%2e%2e%5ca.wav',
    '%252e%252e/a.wav',
    '..%252fa.wav',
    '100%/..%2fa.wav',
    'a/..',
  ])('is rejected if it leads out of its folder (%s)', (address) => {
    expect(resolve(address)).toEqual({
      fault: `The address ${address} contains "..", which is not allowed.`,
    });
  });

  test.each([
    ['a/b.wav', 'a/b.wav'],
    ['a..b/..c/d...wav', 'a..b/..c/d...wav'],
    ['a%20b.wav', 'a%20b.wav'],
    ['50%.wav', '50%25.wav'],
    ['a%2fb.wav', 'a%2Fb.wav'],
  ])('is a file below its folder otherwise (%s)', (address, path) => {
    expect(resolve(address)).toEqual({ url: `https://files.example/m/${path}` });
  });
});
