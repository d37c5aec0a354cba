/** Altered copies of synthetic recordings are found, with their ends, and nothing else is. `npm run bench -- sound` measures more. */
import { expect, it } from 'vitest';
import type { AtSpeed } from '../../../../../shared/matching/rules/sound/equal-ranges.ts';
import { SPEEDS } from '../../../../../shared/matching/sound/kept-fingerprints.ts';
import { MemoryIndex } from '../../../../bench/sound/memory-index.ts';
import { search } from '../../../../bench/sound/searches.ts';
import {
  cut,
  equalized,
  faster,
  joined,
  mixed,
  silence,
} from '../../../../support/audio/corpus/alterations.ts';
import { fingerprintsOf, track } from '../../../../support/audio/corpus/tracks.ts';

const SECONDS = 30;
const COPIED = 4;
const FROM = 8;
const LENGTH = 15;
/** The copied track is the first. */
const index = new MemoryIndex(
  (await Promise.all([COPIED, 7, 8, 9].map((number) => fingerprintsOf([track(number, SECONDS)])))).flat(),
);

async function found(samples: Float32Array) {
  const fingerprints = await fingerprintsOf([samples], { speeds: SPEEDS });
  const submitted = fingerprints.map((fingerprint, at): AtSpeed => ({ speed: SPEEDS[at] ?? 1, fingerprint }));
  return search(index, submitted).flatMap(({ number, sound }) => (sound ? [{ number, ...sound }] : []));
}

const excerpt = cut(track(COPIED, SECONDS), FROM, LENGTH);
const other = track(1_000_001, SECONDS);

it.each([
  ['an excerpt', excerpt, 0, LENGTH],
  ['a faster one', faster(excerpt, 1.013), 0, LENGTH / 1.013],
  ['one with other tones', equalized(excerpt, [{ frequency: 800, gain: 6, quality: 1 }]), 0, LENGTH],
  ['one mixed with another track', mixed(excerpt, cut(other, 0, LENGTH), -12), 0, LENGTH],
  ['one after silence', joined(silence(5), excerpt), 5, LENGTH + 5],
  ['one within another track', joined(cut(other, 0, 8), excerpt, cut(other, 8, 8)), 8, LENGTH + 8],
] as const)('%s is found, with its ends right to half a second', async (_, samples, start, end) => {
  const [first, ...others] = await found(samples);
  expect(others).toEqual([]);
  expect(first?.number).toBe(0);
  const [range] = first?.ranges ?? [];
  expect(Math.abs((range?.start ?? 0) - start)).toBeLessThan(0.5);
  expect(Math.abs((range?.end ?? 0) - end)).toBeLessThan(0.5);
  expect(Math.abs((range?.matchedStart ?? 0) - FROM)).toBeLessThan(0.5);
  expect(Math.abs((range?.matchedEnd ?? 0) - FROM - LENGTH)).toBeLessThan(0.5);
});

it.each([
  ['another song', other],
  ['silence', silence(SECONDS)],
  ['a tone', silence(SECONDS).map((_, at) => 0.3 * Math.sin(at / 4))],
  ['speech', track(1_000_008, SECONDS)],
  ['noise', track(1_000_009, SECONDS)],
])('nothing is found in %s', async (_, samples) => expect(await found(samples)).toEqual([]));

it.each([
  ['silence', (seconds: number) => silence(seconds)],
  ['a tone', (seconds: number) => silence(seconds).map((_, at) => 0.3 * Math.sin(at / 4))],
])('two tracks that share a long stretch of %s differ', async (_, lasting) => {
  const withPart = (number: number) =>
    joined(cut(track(number, 20), 0, 10), lasting(20), cut(track(number, 20), 10, 10));
  const both = new MemoryIndex(await fingerprintsOf([withPart(11)]));
  const fingerprints = await fingerprintsOf([withPart(12)]);
  const submitted = fingerprints.map((fingerprint) => ({ speed: 1, fingerprint }));
  expect(search(both, submitted).filter(({ sound }) => sound)).toEqual([]);
});
