import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LinesDigest } from '../../../../shared/usage/import/lines-digest.ts';
import { checkProperty } from '../../../support/check-property.ts';

function digestOf(lines: readonly string[]): string | null {
  const digest = new LinesDigest();
  for (const line of lines) digest.add(line);
  return digest.text;
}

const few = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 });

it('lines have the same digest in any order, but not if one is repeated', () => {
  return checkProperty(
    fc.property(few, few, (left, right) => {
      const isSame = left.toSorted().join() === right.toSorted().join();
      expect(digestOf(left) === digestOf(right)).toBe(isSame);
    }),
  );
});

it('an empty set of lines has no digest', () => {
  expect(digestOf([])).toBeNull();
});
