/** MP3 files as stores and video platforms offer them: stereo at 44.1 kHz. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createEncoder } from 'wasm-media-encoders';
import { mp3Starter } from '../../../../shared/audio/decoding/mpeg.ts';
import { SeededRandom } from '../../catalogue/random.ts';
import { faster, joined } from './alterations.ts';
import { RATE } from './instruments.ts';

export const MP3_RATE = 44_100;

/**
 * The corpus has nothing above 5.5 kHz, so noise is added there that follows the loudness, as cymbals and air
 * do.
 */
const AIR = 0.2;

/** Encodes and decodes. @returns two channels at 44.1 kHz. */
export const asMp3 = async (samples: Float32Array, kilobits: 64 | 96): Promise<Float32Array[]> =>
  decoded(await mp3File(samples, kilobits));

export async function mp3File(samples: Float32Array, kilobits: 64 | 96): Promise<Uint8Array> {
  const whole = faster(samples, RATE / MP3_RATE);
  const random = new SeededRandom(samples.length);
  const channels = [whole, whole].map((channel) => withAir(channel, () => random.next()));
  return encoded(channels, kilobits);
}

function withAir(samples: Float32Array, random: () => number): Float32Array {
  let loudness = 0;
  let last = 0;
  return samples.map((sample) => {
    loudness += 0.001 * (Math.abs(sample) - loudness);
    const noise = random() - 0.5;
    const high = noise - last;
    last = noise;
    return sample + AIR * loudness * high;
  });
}

async function encoded(channels: readonly Float32Array[], bitrate: 64 | 96): Promise<Uint8Array> {
  const library = readFileSync(fileURLToPath(import.meta.resolve('wasm-media-encoders/wasm/mp3')));
  const encoder = await createEncoder('audio/mpeg', library);
  encoder.configure({ channels: 2, sampleRate: MP3_RATE, outputSampleRate: MP3_RATE, bitrate });
  // Each call returns the same memory.
  const frames = Buffer.from(encoder.encode(channels));
  return Buffer.concat([frames, encoder.finalize()]);
}

const PORTION_BYTES = 16_384;

async function decoded(file: Uint8Array): Promise<Float32Array[]> {
  const decoder = await (await mp3Starter())(2);
  const pieces: (readonly Float32Array[])[] = [];
  for (let at = 0; at < file.length; at += PORTION_BYTES)
    pieces.push(decoder.decode(file.subarray(at, at + PORTION_BYTES)).channelData);
  decoder.free();
  return [0, 1].map((channel) => joined(...pieces.map((piece) => piece[channel] ?? new Float32Array())));
}
