import { describe, expect, it } from 'vitest';
import { ITEM_SECONDS } from '../../../../../shared/audio/rules/item-times.ts';
import { equalSoundOf } from '../../../../../shared/matching/rules/sound/equal-ranges.ts';
import {
  concatenated,
  syntheticFingerprint,
  withNoise,
} from '../../../../support/audio/synthetic-fingerprint.ts';

const released = syntheticFingerprint(1, 1000);
const other = syntheticFingerprint(2, 1000);

const soundOf = (submitted: Uint32Array, offset: number, against = released) =>
  equalSoundOf([{ speed: 1, fingerprint: submitted }], against, [{ speed: 0, offset }]);

const seconds = (subs: number): number => subs * ITEM_SECONDS;

describe('an equal range', () => {
  it('spans an entire track from start to end', () => {
    const sound = soundOf(released.slice(100, 300), 100);
    expect(sound?.score).toBe(100);
    expect(sound?.ranges).toHaveLength(1);
    expect(sound?.ranges[0]?.start).toBe(0);
    expect(sound?.ranges[0]?.end).toBeCloseTo(seconds(199) + 2.72, 2);
    expect(sound?.ranges[0]?.matchedStart).toBeCloseTo(seconds(100), 2);
  });

  it('is found exactly within other sound', () => {
    const submitted = concatenated(other.slice(0, 80), released.slice(100, 300), other.slice(200, 280));
    const [range] = soundOf(submitted, 20)?.ranges ?? [];
    expect(range?.start).toBeCloseTo(seconds(80) + 0.41, 2);
    expect(range?.end).toBeCloseTo(seconds(279) + 1.83, 2);
  });

  it('has the times of both tracks at another speed', () => {
    const at = { speed: 1.02, fingerprint: released.slice(100, 300) };
    const sound = equalSoundOf([at], released, [{ speed: 0, offset: 100 }]);
    expect(sound?.ranges[0]?.end).toBeCloseTo((seconds(199) + 2.72) * 1.02, 2);
    expect(sound?.ranges[0]?.matchedEnd).toBeCloseTo(seconds(299) + 2.72, 2);
  });

  it('is found twice, in order, if it occurs twice', () => {
    const submitted = concatenated(released.slice(500, 600), other.slice(0, 200), released.slice(800, 950));
    const ranges = soundOf(submitted, 500)?.ranges ?? [];
    expect(ranges.map(({ matchedStart }) => Math.round(matchedStart / ITEM_SECONDS))).toEqual([500, 803]);
  });

  it('is found twice even if the second occurrence is shorter', () => {
    const submitted = concatenated(released.slice(500, 650), other.slice(0, 200), released.slice(850, 950));
    const ranges = soundOf(submitted, 500)?.ranges ?? [];
    expect(ranges.map(({ matchedStart }) => Math.round(matchedStart / ITEM_SECONDS))).toEqual([500, 853]);
  });

  it('is the better of two that overlap in the submitted track', () => {
    const twice = concatenated(released.slice(0, 200), withNoise(released.slice(0, 200), 0.1));
    const alignments = [200, 0].map((offset) => ({ speed: 0, offset }));
    const submitted = [{ speed: 1, fingerprint: released.slice(0, 200) }];
    const ranges = equalSoundOf(submitted, twice, alignments)?.ranges ?? [];
    expect(ranges.map(({ matchedStart }) => matchedStart)).toEqual([0]);
  });
});

it('the score falls from 100 to 70 with the share of different bits', () => {
  const scores = [0, 0.05, 0.1, 0.15].map((share) => soundOf(withNoise(released, share), 0)?.score ?? 0);
  expect(scores).toEqual(scores.toSorted((left, right) => right - left));
  expect(new Set(scores).size).toBe(4);
  expect(scores[0]).toBe(100);
  expect(Math.min(...scores)).toBeGreaterThanOrEqual(70);
});

describe('no range', () => {
  it.each([0, 1, 10, 20])('is found in a track of only %d sub-fingerprints', (length) =>
    expect(soundOf(released.slice(0, length), 0)).toBeUndefined(),
  );

  it('is found in other sound', () => expect(soundOf(other, 0)).toBeUndefined());

  it('is found at a speed that was not computed', () =>
    expect(equalSoundOf([], released, [{ speed: 0, offset: 0 }])).toBeUndefined());

  it.each([
    ['the same silence', 1],
    ['the same sound of two alternating steps that both last', 2],
  ])('is found in different tracks with %s', (_, count) => {
    const sounds = [627_964_279, 1_127_964_279].slice(0, count);
    const lasting = concatenated(...sounds.map((sound) => new Uint32Array(500).fill(sound)));
    const left = concatenated(other.slice(0, 100), lasting, other.slice(100, 200));
    const right = concatenated(released.slice(0, 100), lasting, released.slice(100, 200));
    expect(soundOf(left, 0, right)).toBeUndefined();
  });
});

it('two forty-minute tracks equal in hundreds of places have at most a hundred ranges', () => {
  const long = syntheticFingerprint(3, 20_000);
  const altered = long.slice();
  for (let start = 0; start < altered.length; start += 90)
    altered.set(other.slice(0, Math.min(50, altered.length - start)), start);
  const sound = soundOf(altered, 0, long);
  expect(sound?.ranges.length).toBeLessThanOrEqual(100);
});
