/** Fingerprints are those of fpcalc, and their items are where the times of items say. */
import { describe, expect, test } from 'vitest';
import { Fingerprints } from '../../../shared/audio/fingerprint/fingerprints.ts';
import { ITEM_SECONDS, ITEM_SPAN_SECONDS, itemTime } from '../../../shared/audio/rules/item-times.ts';
import { once } from '../../../shared/platform/once.ts';
import { joined, melody, numbers, silence } from '../../support/audio/sounds.ts';

const RATE = 44_100;

async function printsOf(channels: readonly Float32Array[], speeds: readonly number[] = [1], step = 10_007) {
  const fingerprints = await Fingerprints.start(RATE, speeds);
  for (let start = 0; start < (channels[0]?.length ?? 0); start += step) {
    fingerprints.add(channels.map((samples) => samples.subarray(start, start + step)));
  }
  return fingerprints.finish();
}

const printOf = async (samples: Float32Array, speed = 1) =>
  (await printsOf([samples, samples], [speed])).get(speed) ?? new Uint32Array();

function noise(seed: number): Float32Array {
  const next = numbers(seed);
  return Float32Array.from({ length: CHANGE * RATE }, () => next() - 0.5);
}

const NONE = new Uint32Array();

/** Seconds until the recordings change. */
const CHANGE = 12;

/** Prints at all speeds of recordings that differ after the change, and of others that differ before it. */
const changing = once(() =>
  Promise.all(
    [5, 7, 9].map((seed) => {
      const [a, b, c] = [
        melody(3 * seed + 1, { seconds: CHANGE }),
        noise(seed),
        melody(seed, { seconds: CHANGE }),
      ];
      const recordings = [joined(a, b), joined(a, c), joined(b, a), joined(c, a)];
      return Promise.all(recordings.map((each) => printsOf([each, each], [1, 0.98, 1.02])));
    }),
  ),
);

const differing = (a: Uint32Array = NONE, b: Uint32Array = NONE): number[] =>
  [...a.keys()].filter((item) => a[item] !== b[item]);

test('the items equal those of fpcalc -raw -length 0', async () => {
  const items = await printOf(melody(1, { seconds: 20 }));
  expect(items).toHaveLength(140);
  expect([...items.subarray(0, 8)]).toEqual([
    1124792643, 63502690, 59572066, 26007395, 26014560, 26046816, 1091105120, 1091088737,
  ]);
});

test('the bass channel is ignored, and surround channels count less', async () => {
  const [voice, other] = [melody(1, { seconds: 4 }), melody(2, { seconds: 4 })];
  const none = new Float32Array(voice.length);
  const whole = (channels: Float32Array[]) => printsOf(channels).then((prints) => prints.get(1));
  expect(await whole([voice, voice, none, other, none, none])).toEqual(await whole([voice, voice]));
  expect(await whole([none, none, none, other, none, none])).toEqual(await whole([none, none]));
  expect(await whole([voice, voice, none, none, other, other])).not.toEqual(await whole([voice, voice]));
});

test('samples give the same items in pieces of any size', async () => {
  const samples = melody(2, { seconds: 3 });
  expect(await printsOf([samples], [1], 1)).toEqual(await printsOf([samples], [1], 1_000_000));
});

describe.each([1, 0.98, 1.02])('at speed %d', (speed) => {
  test('the items change where the recording does', async () => {
    const firsts: number[] = [];
    const lasts: number[] = [];
    for (const [ab, ac, ba, ca] of await changing()) {
      firsts.push(...differing(ab?.get(speed), ac?.get(speed)).slice(0, 1));
      lasts.push(...differing(ba?.get(speed), ca?.get(speed)).slice(-1));
    }
    // The first item whose end is changed, and the last item whose start is changed, are equally far from the change.
    const first = itemTime(Math.min(...firsts), speed);
    const last = itemTime(Math.max(...lasts), speed);
    expect(Math.abs((first + last) / 2 - CHANGE)).toBeLessThan(ITEM_SECONDS);
    expect(Math.abs(last - first - ITEM_SPAN_SECONDS * speed)).toBeLessThan(5 * ITEM_SECONDS);
  });
});

test('leading silence shifts the items by its duration', async () => {
  const samples = melody(4);
  const moved = joined(silence(ITEM_SECONDS * 40, RATE), samples);
  const [before, after] = [await printOf(samples), await printOf(moved)];
  const equal = [...before.keys()].filter((item) => before[item] === after[item + 40]);
  expect(equal.length).toBeGreaterThan(before.length * 0.8);
});

test('a recording played faster has the fingerprint of the higher speed', async () => {
  const samples = melody(5);
  const resampled = Float32Array.from(
    { length: Math.floor(samples.length / 1.02) },
    (_, at) => samples[Math.round(at * 1.02)] ?? 0,
  );
  const [faster, expected] = [await printOf(resampled), await printOf(samples, 1.02)];
  expect(Math.abs(faster.length - expected.length)).toBeLessThanOrEqual(1);
  const bits = [...faster.keys()].map((item) => bitsOf((faster[item] ?? 0) ^ (expected[item] ?? 0)));
  expect(bits.reduce((sum, count) => sum + count, 0) / bits.length).toBeLessThan(4);
});

const bitsOf = (value: number): number => (value >>> 0).toString(2).replaceAll('0', '').length;

test('a recording shorter than an item has none', async () => {
  expect(await printOf(melody(6, { seconds: 1 }))).toHaveLength(0);
});
