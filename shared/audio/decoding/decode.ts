/** Chooses the decoder of a file's format. */
import type { AudioFormat } from '../rules/master-files.ts';
import { decodeAiff } from './aiff.ts';
import type { Decode } from './decoded-audio.ts';
import { decodeFlac } from './flac/flac.ts';
import { decodeMp4 } from './mp4/mp4.ts';
import { decodeAac, decodeMp3 } from './mpeg.ts';
import { decodeOggFlac, decodeOpus, decodeVorbis } from './ogg/ogg.ts';
import { decodeWave } from './wave.ts';

export const decoders: Readonly<Record<AudioFormat, Decode>> = {
  wav: decodeWave,
  aiff: decodeAiff,
  flac: decodeFlac,
  mp3: decodeMp3,
  aac: decodeAac,
  mp4: decodeMp4,
  vorbis: decodeVorbis,
  opus: decodeOpus,
  'ogg-flac': decodeOggFlac,
};
