/** WAVE files (RIFF, RF64, BW64) with PCM or floating-point samples. */
import { invalid } from '../../platform/egress/unreadable.ts';
import type { ByteStream } from '../reading/byte-stream.ts';
import { bitDepths } from '../rules/master-files.ts';
import { chunksAt, chunksOf } from './chunks.ts';
import type { Decode, DecodedAudio } from './decoded-audio.ts';
import { requireUsual } from './format-limits.ts';
import { decodedPcm, type PcmFormat, pcmEncoding } from './pcm.ts';

/** Stands for a size that is in the ds64 chunk, or that the writer did not know. */
const OTHER_SIZE = 0xffffffff;

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

const MAX_PCM_BYTES = 4;

/** Any chunks may precede the audio data (JUNK, ds64, bext, axml). */
export const decodeWave: Decode = async ({ bytes }) => {
  let format: PcmFormat | undefined;
  let longSize = 0;
  for await (const { id, length } of chunksOf(bytes, readLength)) {
    if (id === 'data') {
      if (!format) throw invalid('The WAVE file does not describe its format before the audio data.');
      const size = length === OTHER_SIZE ? longSize : length;
      const end = bytes.position + size + (size % 2);
      return untilEnd(bytes, end, decodedPcm(bytes, format, size));
    }
    const content = await bytes.peek(Math.min(length, 64));
    if (id === 'fmt ') format = formatOf(content);
    if (id === 'ds64' && content.length >= 16) longSize = Number(content.readBigUInt64LE(8));
  }
  throw invalid('The WAVE file has no audio data.');
};

const MORE = 'The file has more data after the audio that its header states. It was not heard.';

/** Also looks at what follows the audio, because other programs may play it. */
function untilEnd(bytes: ByteStream, end: number, { pieces, ...decoded }: DecodedAudio): DecodedAudio {
  const faults: string[] = [];
  const all = async function* () {
    yield* pieces;
    // A frame that is not complete is not decoded.
    await bytes.skip(end - bytes.position);
    if (await hasMoreAudio(bytes)) faults.push(MORE);
  };
  return {
    ...decoded,
    faults,
    get hasMore() {
      return faults.length > 0;
    },
    pieces: all(),
  };
}

/** Programs fill up files with less than this after the audio. */
const MAX_FILLING_BYTES = 65_536;

/** @param bytes after the audio. @returns whether more audio follows, or what is not a chunk. */
async function hasMoreAudio(bytes: ByteStream): Promise<boolean> {
  for await (const { id, length } of chunksAt(bytes, readLength)) {
    if (id === 'data') return length > 0;
    if (!/^[ -~]{4}$/.test(id)) return bytes.skip(MAX_FILLING_BYTES);
  }
  return (await bytes.peek(1)).length > 0;
}

const readLength = (header: Buffer): number => header.readUInt32LE(4);

/** @throws Unreadable */
function formatOf(chunk: Buffer): PcmFormat {
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
  };
}

/** Samples are at the upper end of their bytes. @param bytes as the file says. @throws Unreadable */
function sampleBytes(bits: number, bytes: number): number {
  if (bits < bitDepths.least)
    throw invalid(`The audio has samples with fewer than ${bitDepths.least} bits, which are not supported.`);
  const needed = Math.ceil(bits / 8);
  return Number.isInteger(bytes) && bytes > needed && bytes <= MAX_PCM_BYTES ? bytes : needed;
}
