/** Chooses the decoder of a file's format. */
import type { Decode } from './decoded-audio.ts';
import type { AudioFormat } from './detect-format.ts';
import { decodeWave } from './wave.ts';

export const decoders: Readonly<Record<AudioFormat, Decode>> = {
  wav: decodeWave,
};
