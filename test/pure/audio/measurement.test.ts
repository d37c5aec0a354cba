import { expect, test } from 'vitest';
import { Measurement } from '../../../shared/audio/measuring/measurement.ts';
import { sine } from '../../support/audio/sounds.ts';

const measurement = () => new Measurement({ bitDepth: null, speeds: [], maxSeconds: 10 });
const piece = (seconds: number, rate = 8_000) => ({
  sampleRate: rate,
  channels: [sine(400, { seconds, rate })],
});

test('a little audio in another format is skipped, as in damaged files', async () => {
  const measured = measurement();
  for (const next of [piece(4), piece(0.1, 16_000), piece(4)]) await measured.add(next);
  expect(measured.finish()).toMatchObject({ duration: 8, sampleRate: 8_000 });
});

test('ten seconds of audio in another format count as not analyzed', async () => {
  const measured = (seconds: number) => {
    const long = new Measurement({ bitDepth: null, speeds: [], maxSeconds: 1_000 });
    const adding = [piece(250), piece(seconds, 16_000)].map((next) => () => long.add(next));
    return adding.reduce((before, add) => before.then(add), Promise.resolve()).then(() => long.finish());
  };
  expect((await measured(9)).isInPart).toBe(false);
  expect((await measured(10)).isInPart).toBe(true);
});

test('a file whose audio continues in another format is invalid', async () => {
  const measured = measurement();
  for (const next of [piece(4), piece(4, 16_000)]) await measured.add(next);
  expect(() => measured.finish()).toThrow(
    'The sample rate or the number of channels changes within the file.',
  );
});

test('audio in other formats counts towards the duration limit', async () => {
  const measured = measurement();
  for (const next of [piece(4), piece(6, 16_000)]) await measured.add(next);
  await expect(measured.add(piece(1, 32_000))).rejects.toThrow('The audio is longer than');
});

test('audio with too many channels is invalid', async () => {
  const channels = new Array<Float32Array>(9).fill(new Float32Array(10));
  await expect(measurement().add({ sampleRate: 8_000, channels })).rejects.toThrow('9 channels');
});
