import { expect, test } from 'vitest';
import { Levels } from '../../../shared/audio/measuring/levels.ts';
import { joined, silence, sine } from '../../support/audio/sounds.ts';

function levelsOf(channels: readonly Float32Array[], { bitDepth = 16, step = 1000 } = {}) {
  const levels = new Levels(channels.length, bitDepth);
  for (let start = 0; start < (channels[0]?.length ?? 0); start += step) {
    levels.add(channels.map((samples) => samples.slice(start, start + step)));
  }
  return levels.measured();
}

test('the peak is that of the loudest channel', () => {
  const { peak } = levelsOf([sine(1000, { dbfs: -20 }), sine(1000, { dbfs: -6 })]);
  expect(peak).toBeCloseTo(-6, 1);
});

test('silence at the ends lasts until one channel is loud', () => {
  const rate = 1000;
  const tone = new Float32Array(rate).fill(0.5);
  const early = joined(silence(1, rate), tone, silence(4, rate));
  const late = joined(silence(2, rate), tone, silence(3, rate));
  expect(levelsOf([early, late])).toMatchObject({ silentAtStart: 1000, silentAtEnd: 3000 });
});

test('samples of -60 dBFS count as loud, and lower ones as silent', () => {
  const samples = Float32Array.of(0.0009, 0.00101, 0.0009);
  expect(levelsOf([samples])).toMatchObject({ silentAtStart: 1, silentAtEnd: 1 });
});

test('a silent recording is silent at both ends, and has no peak', () => {
  expect(levelsOf([new Float32Array(500)])).toEqual({
    peak: null,
    silentAtStart: 500,
    silentAtEnd: 500,
    clipping: 0,
  });
});

test.each([
  ['three samples at full scale', [0, 1, 1, 1, 0], 1],
  ['two samples at full scale', [0, 1, 1, 0, 1, 1], 0],
  ['a longer run', [-1, -1, -1, -1, -1, -1, -1], 1],
  ['two runs', [1, 1, 1, 0, -1, -1, -1], 2],
  ['the highest samples of 16 bits', new Array<number>(3).fill(32_767 / 32_768), 1],
  ['samples below', new Array<number>(3).fill(32_766 / 32_768), 0],
])('clipping counts %s across pieces', (_, samples, clipping) => {
  expect(levelsOf([Float32Array.from(samples)], { step: 2 }).clipping).toBe(clipping);
});

test('the highest 8-bit samples are at full scale', () => {
  const samples = new Float32Array(3).fill(127 / 128);
  expect(levelsOf([samples], { bitDepth: 8 }).clipping).toBe(1);
});

test('samples that are not numbers become silence, and extreme ones are limited', () => {
  const samples = Float32Array.of(
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    1e30,
    -1e30,
    7,
  );
  new Levels(1, null).add([samples]);
  expect([...samples].map((sample) => sample + 0)).toEqual([0, 0, 0, 8, -8, 7]);
});
