import { expect, it } from 'vitest';
import { difference, steadiestFirst } from '../../../../../shared/matching/rules/sound/sub-fingerprint.ts';
import { syntheticFingerprint } from '../../../../support/audio/synthetic-fingerprint.ts';

const bitsIn = (value: number): number => value.toString(2).replaceAll('0', '').length;

it('only the upper bit of each pair counts', () => {
  for (let bit = 0; bit < 32; bit++) expect(difference(0, 2 ** bit)).toBe(bit % 2 === 1 ? 1 / 16 : 0);
  expect(difference(0, 0xffffffff)).toBe(1);
  expect(difference(0x12345678, 0x12345678)).toBe(0);
});

it('the difference is symmetric', () => {
  const [left = 0, right = 0] = syntheticFingerprint(1, 2);
  expect(difference(left, right)).toBe(difference(right, left));
});

it('the order of steadiest bits is a permutation', () => {
  const moved = Array.from({ length: 32 }, (_, bit) => steadiestFirst(2 ** bit));
  expect(new Set(moved).size).toBe(32);
  expect(moved.every((each) => bitsIn(each) === 1)).toBe(true);
  expect(steadiestFirst(2 ** 3)).toBe(2 ** 31);
  expect(steadiestFirst(2 ** 4)).toBe(1);
  expect(steadiestFirst(0xffffffff)).toBe(0xffffffff);
});
