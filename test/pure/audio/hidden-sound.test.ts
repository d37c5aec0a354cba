/** Which recordings have sound that is not in their mix, so that their fingerprints do not describe it. */
import { expect, it } from 'vitest';
import { HiddenSound } from '../../../shared/audio/measuring/hidden-sound.ts';
import { melody, numbers, silence } from '../../support/audio/sounds.ts';

const RATE = 11_025;
const SECONDS = 20;

const secondsIn = (channels: readonly Float32Array[], step = 4_001): number => {
  const hidden = new HiddenSound(RATE);
  for (let start = 0; start < (channels[0]?.length ?? 0); start += step)
    hidden.add(channels.map((samples) => samples.subarray(start, start + step)));
  return hidden.finish();
};

const tune = (seed: number) => melody(seed, { seconds: SECONDS, rate: RATE });
const noise = (seed: number) => {
  const next = numbers(seed);
  return Float32Array.from({ length: SECONDS * RATE }, () => 0.4 * (next() - 0.5));
};
/** @param gains of each recording. */
const mixed = (...parts: readonly (readonly [number, Float32Array])[]) =>
  Float32Array.from({ length: SECONDS * RATE }, (_, at) =>
    parts.reduce((sum, [gain, samples]) => sum + gain * (samples[at] ?? 0), 0),
  );
const later = (samples: Float32Array, frames: number) =>
  Float32Array.from(samples, (_, at) => samples[at - frames] ?? 0);

const [own, copied, third] = [tune(1), tune(2), tune(3)];
const none = silence(SECONDS, RATE);

it.each<[string, Float32Array[]]>([
  ['with one channel inverted', [copied, mixed([-1, copied])]],
  [
    'in the difference of the channels',
    [mixed([0.15, own], [0.8, copied]), mixed([0.15, own], [-0.8, copied])],
  ],
  ['in the bass channel of 4 of 6', [own, own, own, copied, none, none]],
  ['in the bass channel of 8', [own, own, own, copied, none, none, none, none]],
  ['cancelled by the centre', [copied, copied, mixed([-Math.SQRT1_2, copied])]],
])('a copy is noticed %s', (_, channels) => {
  expect(secondsIn(channels)).toBe(SECONDS);
  expect(secondsIn(channels, 1_000_000)).toBe(SECONDS);
});

it.each<[string, Float32Array[]]>([
  ['mono', [own]],
  ['silence', [none, none]],
  ['the same in both channels', [own, own]],
  ['one channel only', [own, none]],
  ['a different instrument in each channel', [own, copied]],
  [
    'the voice in the centre and wide instruments',
    [mixed([0.7, own], [0.6, copied]), mixed([0.7, own], [0.6, third])],
  ],
  [
    'an instrument inverted behind the voice',
    [mixed([1, own], [0.5, copied]), mixed([1, own], [-0.5, copied])],
  ],
  ['a chorus that is late in one channel', [own, mixed([0.8, own], [0.6, later(own, 220)])]],
  ['different noise in each channel', [noise(1), noise(2)]],
  ['a channel beside two that is silent', [own, copied, none]],
])('usual stereo is whole: %s', (_, channels) => {
  expect(secondsIn(channels)).toBe(0);
});

it('moments do not count', () => {
  const inverted = Float32Array.from(own, (sample, at) => (at < 9 * RATE ? -sample : sample));
  expect(secondsIn([own, inverted])).toBe(0);
  const longer = Float32Array.from(own, (sample, at) => (at < 10 * RATE ? -sample : sample));
  expect(secondsIn([own, longer])).toBe(10);
});

it('a recording of less than a second counts as a whole', () => {
  const short = own.subarray(0, RATE / 2);
  expect(secondsIn([short, short.map((sample) => -sample)])).toBe(1);
});
