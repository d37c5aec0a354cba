/** AIFF and AIFF-C files with PCM or floating-point samples. */
import { invalid } from '../../platform/egress/unreadable.ts';
import type { ByteStream } from '../reading/byte-stream.ts';
import { chunksOf } from './chunks.ts';
import type { Decode } from './decoded-audio.ts';
import { decodedPcm, isKnown, type PcmFormat, pcmEncoding } from './pcm.ts';

const NO_AUDIO = 'The AIFF file has no audio data.';

export const decodeAiff: Decode = async ({ bytes }) => {
  let format: PcmFormat | undefined;
  for await (const { id, length } of chunksOf(bytes, (header) => header.readUInt32BE(4))) {
    if (id === 'SSND') return decoded(bytes, format, length);
    if (id === 'COMM') format = formatOf(await bytes.peek(Math.min(length, 32)));
  }
  throw invalid(NO_AUDIO);
};

async function decoded(bytes: ByteStream, format: PcmFormat | undefined, length: number) {
  if (!format) throw invalid('The AIFF file does not describe its format before the audio data.');
  const head = await bytes.take(8);
  const offset = head.length < 8 ? 0 : head.readUInt32BE(0);
  await bytes.skip(offset);
  if (!isKnown(length)) return decodedPcm(bytes, format, length);
  if (length <= 8 + offset) throw invalid(NO_AUDIO);
  return decodedPcm(bytes, format, length - 8 - offset);
}

/** @throws Unreadable */
function formatOf(chunk: Buffer): PcmFormat {
  if (chunk.length < 18) throw invalid('The format of the AIFF file is incomplete.');
  const compression = chunk.length >= 22 ? chunk.toString('latin1', 18, 22) : 'NONE';
  const bitDepth = chunk.readUInt16BE(6);
  const [kind, order] = kindOf(compression);
  return {
    encoding: pcmEncoding(kind, Math.ceil(bitDepth / 8), order),
    sampleRate: extendedNumber(chunk.subarray(8, 18)),
    channels: chunk.readUInt16BE(0),
    bitDepth,
  };
}

function kindOf(compression: string): ['u' | 's' | 'f', 'le' | 'be'] {
  if (['NONE', 'twos', 'in24', 'in32'].includes(compression)) return ['s', 'be'];
  if (['sowt', '42ni', '23ni'].includes(compression)) return ['s', 'le'];
  if (compression === 'raw ') return ['u', 'be'];
  if (['fl32', 'FL32', 'fl64', 'FL64'].includes(compression)) return ['f', 'be'];
  throw invalid('The AIFF file is compressed. It must contain PCM or floating-point samples.');
}

/** An IEEE 754 number with 80 bits. */
function extendedNumber(bytes: Buffer): number {
  const exponent = (bytes.readUInt16BE(0) & 0x7fff) - 16_383;
  return (Number(bytes.readBigUInt64BE(2)) / 2 ** 63) * 2 ** exponent;
}
