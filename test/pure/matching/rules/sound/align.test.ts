import { describe, expect, it } from 'vitest';
import { align } from '../../../../../shared/matching/rules/sound/align.ts';
import {
  concatenated,
  syntheticFingerprint,
  withNoise,
} from '../../../../support/audio/synthetic-fingerprint.ts';

const released = syntheticFingerprint(1, 400);
const other = syntheticFingerprint(2, 400);
const excerpt = concatenated(other.slice(0, 50), released.slice(100, 200), other.slice(50, 100));
const whole = { from: 0, to: excerpt.length };

describe('an excerpt within other sound', () => {
  it.each([-3, 0, 2])('is found with an offset error of %d', (wrong) => {
    const found = align({ submitted: excerpt, released }, { ...whole, offset: 50 + wrong });
    expect(found).toMatchObject({ start: 50, matchedStart: 100, end: 149, matchedEnd: 199 });
  });

  it('is not found outside the offset band', () => {
    const found = align({ submitted: excerpt, released }, { ...whole, offset: 54 });
    expect(found?.evidence ?? 0).toBeLessThan(3);
  });

  it('is found only within the compared positions', () => {
    const found = align({ submitted: excerpt, released }, { offset: 50, from: 70, to: 120 });
    expect(found).toMatchObject({ start: 70, end: 119 });
  });
});

it('evidence grows with length and falls with difference', () => {
  const evidenceOf = (submitted: Uint32Array) =>
    align({ submitted, released }, { offset: 0, from: 0, to: submitted.length })?.evidence ?? 0;
  const short = evidenceOf(released.slice(0, 50));
  expect(short).toBeCloseTo(50 * 0.26);
  expect(evidenceOf(released.slice(0, 100))).toBeCloseTo(2 * short);
  expect(evidenceOf(withNoise(released.slice(0, 50), 0.1))).toBeLessThan(short * 0.8);
  expect(evidenceOf(withNoise(released.slice(0, 50), 0.5))).toBeLessThan(2);
});

it('a range follows a speed difference', () => {
  const slower = Uint32Array.from({ length: 202 }, (_, at) => released[Math.floor(at / 1.01)] ?? 0);
  const found = align({ submitted: slower, released }, { offset: -1, from: 0, to: 202 });
  expect(found).toMatchObject({ matchedStart: 0, end: 201, matchedEnd: 199 });
});

it('a sustained sound in both tracks is evidence once, even if it varies a little', () => {
  const silence = Uint32Array.from({ length: 300 }, (_, at) => 627_964_279 ^ (at % 2 === 0 ? 2 ** 7 : 0));
  const found = align({ submitted: silence, released: silence }, { offset: 0, from: 0, to: 300 });
  expect(found?.evidence).toBeCloseTo(0.26);
});

it('two different sustained sounds are evidence against a range', () => {
  const submitted = concatenated(released.slice(0, 30), new Uint32Array(10).fill(1), released.slice(40, 80));
  const against = concatenated(released.slice(0, 30), new Uint32Array(10).fill(~1), released.slice(40, 80));
  const found = align({ submitted, released: against }, { offset: 0, from: 0, to: 80 });
  expect(found?.evidence).toBeLessThan(60 * 0.26);
});

it.each([
  ['an empty track', new Uint32Array(), released],
  ['an empty released track', released, new Uint32Array()],
])('%s has no range', (_, submitted, against) => {
  const alignment = { offset: 0, from: 0, to: submitted.length };
  expect(align({ submitted, released: against }, alignment)).toBeUndefined();
});
