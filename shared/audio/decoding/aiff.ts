/** AIFF and AIFF-C files with PCM or floating-point samples. */
import { invalid } from '../../platform/egress/unreadable.ts';
import type { ByteStream } from '../reading/byte-stream.ts';
import { untilEnd } from './after-audio.ts';
import { chunksOf } from './chunks.ts';
import type { Decode, DecodedAudio } from './decoded-audio.ts';
import { onlyFormat } from './format-limits.ts';
import { decodedPcm, isKnown, type PcmFormat, pcmEncoding } from './pcm.ts';

const NO_AUDIO = 'The AIFF file has no audio data.';

export const decodeAiff: Decode = async ({ bytes }) => {
  const isCompressible = (await bytes.peek(FORM_BYTES)).toString('latin1', 8) === 'AIFC';
  let format: PcmFormat | undefined;
  for await (const { id, length } of chunksOf(bytes, readLength)) {
    if (id === 'SSND') {
      const end = bytes.position + length + (length % 2);
      return untilEnd({ bytes, end, id, readLength }, await decoded(bytes, format, length));
    }
    if (id !== 'COMM') continue;
    const described = formatOf(await bytes.peek(Math.min(length, 32)), isCompressible);
    format = onlyFormat('AIFF', format, described);
  }
  throw invalid(NO_AUDIO);
};

/** With the kind of the file at its end. */
const FORM_BYTES = 12;

const readLength = (header: Buffer): number => header.readUInt32BE(4);

async function decoded(
  bytes: ByteStream,
  format: PcmFormat | undefined,
  length: number,
): Promise<DecodedAudio> {
  if (!format) throw invalid('The AIFF file does not describe its format before the audio data.');
  const head = await bytes.take(8);
  const offset = head.length < 8 ? 0 : head.readUInt32BE(0);
  await bytes.skip(offset);
  if (!isKnown(length)) return decodedPcm(bytes, format, length);
  if (length <= 8 + offset) throw invalid(NO_AUDIO);
  return decodedPcm(bytes, format, length - 8 - offset);
}

/** @throws Unreadable */
function formatOf(chunk: Buffer, isCompressible: boolean): PcmFormat {
  if (chunk.length < 18) throw invalid('The format of the AIFF file is incomplete.');
  // Only AIFF-C has it. Programs ignore it in others.
  const compression = isCompressible && chunk.length >= 22 ? chunk.toString('latin1', 18, 22) : 'NONE';
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
