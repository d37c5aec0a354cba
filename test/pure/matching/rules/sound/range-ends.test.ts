import { expect, it } from 'vitest';
import type { AlignedRange } from '../../../../../shared/matching/rules/sound/align.ts';
import { differenceIn, withExactEnds } from '../../../../../shared/matching/rules/sound/range-ends.ts';
import {
  concatenated,
  syntheticFingerprint,
  withNoise,
} from '../../../../support/audio/synthetic-fingerprint.ts';

const released = syntheticFingerprint(1, 400);
const other = syntheticFingerprint(2, 400);

const rangeFrom = (start: number, end: number, offset: number): AlignedRange => ({
  ...{ start, end, evidence: 20 },
  ...{ matchedStart: start + offset, matchedEnd: end + offset },
});

it('a sub-fingerprint partly of another sound is outside the range', () => {
  const submitted = concatenated(
    other.slice(0, 60),
    withNoise(released.slice(60, 75), 0.3),
    released.slice(75, 175),
    withNoise(released.slice(175, 190), 0.3),
    other.slice(0, 60),
  );
  const { start, end, matchedStart, matchedEnd } = withExactEnds(
    { submitted, released },
    rangeFrom(62, 188, 0),
  );
  expect(start).toBeGreaterThan(68);
  expect(end).toBeLessThan(182);
  expect([matchedStart, matchedEnd]).toEqual([start, end]);
});

it.each([
  ['a little less similar', 0.1, [0, 119]],
  ['of other sound', 0.5, [10, 109]],
])('the track ends are within the range unless they sound different: %s', (_, share, ends) => {
  const submitted = concatenated(
    withNoise(released.slice(100, 110), share),
    released.slice(110, 210),
    withNoise(released.slice(210, 220), share),
  );
  const range = withExactEnds({ submitted, released }, rangeFrom(10, 109, 100));
  expect([range.start, range.end]).toEqual(ends);
  expect([range.matchedStart, range.matchedEnd]).toEqual(ends.map((end) => end + 100));
});

it('track ends far from the range are outside it', () => {
  const submitted = withNoise(released.slice(100, 300), 0.02);
  expect(withExactEnds({ submitted, released }, rangeFrom(40, 150, 100))).toMatchObject({
    start: 40,
    end: 150,
  });
});

it('the difference is that of the middle of the range', () => {
  const submitted = concatenated(other.slice(0, 19), released.slice(19, 81), other.slice(81, 100));
  expect(differenceIn({ submitted, released }, rangeFrom(0, 99, 0))).toBe(0);
});
