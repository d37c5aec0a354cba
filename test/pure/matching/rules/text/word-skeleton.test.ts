import { expect, it } from 'vitest';
import { wordSkeleton } from '../../../../../shared/matching/rules/text/word-skeleton.ts';

it.each([
  ['streetlights', 'street lights'],
  ['so where', 'so wher'],
  ['aaliyah', 'aliyah'],
  ['nia calder', 'nia caldder'],
])('%j and %j have the same skeleton', (left, right) => expect(wordSkeleton(left)).toBe(wordSkeleton(right)));

it.each([
  ['half past three', 'half past two'],
  ['иван', 'ивана'],
  ['', 'a'],
])('%j and %j have different skeletons', (left, right) =>
  expect(wordSkeleton(left)).not.toBe(wordSkeleton(right)),
);
