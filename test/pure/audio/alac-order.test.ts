import { expect, test } from 'vitest';
import { inWaveOrder } from '../../../shared/audio/decoding/mp4/mp4.ts';

async function* one(channels: readonly Float32Array[]) {
  yield { sampleRate: 8_000, channels };
}

test('surround sound in Apple Lossless begins with left and right, as in WAVE', async () => {
  const [center, left, right, backLeft, backRight, bass] = [1, 2, 3, 4, 5, 6].map((value) =>
    Float32Array.of(value),
  );
  const given = [center, left, right, backLeft, backRight, bass].flatMap((channel) => channel ?? []);
  for await (const { channels } of inWaveOrder(one(given)))
    expect(channels).toEqual([left, right, center, bass, backLeft, backRight]);
  for await (const { channels } of inWaveOrder(one(given.slice(0, 2))))
    expect(channels).toEqual(given.slice(0, 2));
});
