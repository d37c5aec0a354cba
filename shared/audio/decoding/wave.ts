/** WAVE files (RIFF, RF64, BW64) with PCM or floating-point samples. */
import { invalid } from '../../platform/egress/unreadable.ts';
import { bitDepths } from '../rules/master-files.ts';
import { untilEnd } from './after-audio.ts';
import { chunksOf } from './chunks.ts';
import type { Decode, DecodedAudio } from './decoded-audio.ts';
import { onlyFormat, requireUsual } from './format-limits.ts';
import { decodedPcm, type PcmFormat, pcmEncoding } from './pcm.ts';

/** Stands for a size that is in the ds64 chunk, or that the writer did not know. */
const OTHER_SIZE = 0xffffffff;

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

const MAX_PCM_BYTES = 4;

/** Any chunks may precede the audio data (JUNK, ds64, bext, axml). */
export const decodeWave: Decode = async ({ bytes }) => {
  let format: WaveFormat | undefined;
  let longSize = 0;
  for await (const { id, length } of chunksOf(bytes, readLength)) {
    if (id === 'data') {
      if (!format) throw invalid('The WAVE file does not describe its format before the audio data.');
      const size = length === OTHER_SIZE ? longSize : length;
      const end = bytes.position + size + (size % 2);
      return untilEnd(
        { bytes, end, id, readLength },
        { ...decodedPcm(bytes, format, size), ...doubtsOn(format) },
      );
    }
    const content = await bytes.peek(Math.min(length, 64));
    if (id === 'fmt ') format = onlyFormat('WAVE', format, formatOf(content));
    if (id === 'ds64' && content.length >= 16) longSize = Number(content.readBigUInt64LE(8));
  }
  throw invalid('The WAVE file has no audio data.');
};

interface WaveFormat extends PcmFormat {
  /** Whether samples have more bytes than their bits need. Programs differ in which of the two they read. */
  readonly isDoubtful: boolean;
}

const DOUBTFUL =
  'The file states two sample sizes. Other programs may play it differently from how it was analyzed.';

const doubtsOn = ({ isDoubtful }: WaveFormat): Pick<DecodedAudio, 'faults' | 'hasMore'> =>
  isDoubtful ? { faults: [DOUBTFUL], hasMore: true } : {};

const readLength = (header: Buffer): number => header.readUInt32LE(4);

/** @throws Unreadable */
function formatOf(chunk: Buffer): WaveFormat {
  if (chunk.length < 16) throw invalid('The format of the WAVE file is incomplete.');
  const isExtensible = chunk.readUInt16LE(0) === EXTENSIBLE && chunk.length >= 26;
  const tag = chunk.readUInt16LE(isExtensible ? 24 : 0);
  if (tag !== PCM && tag !== FLOAT) {
    throw invalid(
      `The WAVE file is compressed (format ${tag}). It must contain PCM or floating-point samples.`,
    );
  }
  const channels = chunk.readUInt16LE(2);
  const sampleRate = chunk.readUInt32LE(4);
  requireUsual({ channels, sampleRate });
  const bits = chunk.readUInt16LE(14);
  const bytes = sampleBytes(bits, chunk.readUInt16LE(12) / channels);
  const validBits = isExtensible ? chunk.readUInt16LE(18) : 0;
  return {
    encoding: pcmEncoding(tag === FLOAT ? 'f' : bytes === 1 ? 'u' : 's', bytes, 'le'),
    sampleRate,
    channels,
    bitDepth: validBits > 0 && validBits <= bytes * 8 ? validBits : bits,
    isDoubtful: bytes !== bytesFor(bits),
  };
}

const bytesFor = (bits: number): number => Math.ceil(bits / 8);

/** Samples are at the upper end of their bytes. @param bytes as the file says. @throws Unreadable */
function sampleBytes(bits: number, bytes: number): number {
  if (bits < bitDepths.least)
    throw invalid(`The audio has samples with fewer than ${bitDepths.least} bits, which are not supported.`);
  const needed = bytesFor(bits);
  return Number.isInteger(bytes) && bytes > needed && bytes <= MAX_PCM_BYTES ? bytes : needed;
}
