/** Numbers of EBU Tech 3341 (tests 1 to 4), and those that ffmpeg's filter ebur128 measures. */
import { expect, test } from 'vitest';
import { Loudness } from '../../../shared/audio/measuring/loudness.ts';
import { joined, silence, sine } from '../../support/audio/sounds.ts';

function loudnessOf(channels: readonly Float32Array[], rate = 48_000): number | null {
  const loudness = new Loudness(rate, channels.length);
  for (let start = 0; start < (channels[0]?.length ?? 0); start += 10_007) {
    loudness.add(channels.map((samples) => samples.subarray(start, start + 10_007)));
  }
  return loudness.integrated();
}

const tone = (dbfs: number, seconds = 20) => sine(997, { seconds, dbfs });
const stereo = (samples: Float32Array) => [samples, samples];

test.each([-23, -33])('a 997 Hz sine at %d dBFS on two channels has the same LUFS value', (dbfs) => {
  expect(loudnessOf(stereo(tone(dbfs)))).toBeCloseTo(dbfs, 1);
});

test('a sine on one channel has half the energy', () => {
  expect(loudnessOf([tone(-23)])).toBeCloseTo(-26.01, 1);
});

test.each([8_000, 44_100, 96_000, 192_000])('a sample rate of %d Hz does not change the loudness', (rate) => {
  expect(loudnessOf(stereo(sine(997, { seconds: 5, dbfs: -23, rate })), rate)).toBeCloseTo(-23, 1);
});

test.each([
  ['below the relative gate', joined(tone(-36, 10), tone(-23, 60), tone(-36, 10))],
  [
    'below the absolute gate',
    joined(tone(-72, 10), tone(-36, 10), tone(-23, 60), tone(-36, 10), tone(-72, 10)),
  ],
])('a part %s does not count', (_, samples) => {
  expect(loudnessOf(stereo(samples))).toBeCloseTo(-23, 1);
});

test('surround channels count more, and the bass channel does not count', () => {
  const none = silence(20);
  expect(loudnessOf([none, none, none, tone(-20), none, none])).toBe(null);
  expect(loudnessOf([none, none, none, none, tone(-23), none])).toBeCloseTo(-26.01 + 1.49, 1);
});

test.each([
  ['silence', silence(2)],
  ['audio below the absolute gate', tone(-75, 2)],
  ['less than a block', tone(-23, 0.39)],
])('%s has no loudness', (_, samples) => {
  expect(loudnessOf(stereo(samples))).toBe(null);
});
