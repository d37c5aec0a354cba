/** The audio of MP4, M4A and QuickTime files. */
import { decoder as aacDecoder, type GaplessWindow } from '@audio/decode-aac';
import { invalid } from '../../../platform/egress/unreadable.ts';
import type { ByteStream } from '../../reading/byte-stream.ts';
import type { Decode } from '../decoded-audio.ts';
import { startMp3 } from '../mpeg.ts';
import { decodedPieces, type PackageDecoder } from '../package-decoder.ts';
import { lengthOf } from '../portions.ts';
import { audioTrack, type Mp4Codec } from './audio-track.ts';
import { findIndex } from './find-index.ts';
import type { SamplePlace } from './sample-tables.ts';

/** Real ones have at most 100 KB. */
const MAX_SAMPLE_BYTES = 1024 * 1024;

export const decodeMp4: Decode = async (source) => {
  const { codec, samples, seconds, window } = audioTrack(await findIndex(source));
  return {
    bitDepth: codec.is === 'alac' ? codec.alac.readUInt8(5) : null,
    expectedSeconds: seconds,
    pieces: decodedPieces(samplesIn(source.bytes, samples), {
      start: () => decoderOf(codec, window),
      sizeOf: lengthOf,
      canRestart: true,
    }),
  };
};

function decoderOf(codec: Mp4Codec, window: GaplessWindow | null): Promise<PackageDecoder<Buffer>> {
  if (codec.is === 'mp3') return startMp3(codec.channels);
  const { asc, alac } = { asc: undefined, alac: undefined, ...codec };
  return aacDecoder({
    ...(asc && { asc }),
    ...(alac && { alac }),
    ...(window && { gapless: window }),
  });
}

/** @throws Unreadable if samples are not in the order of time, so that one pass cannot find them. */
async function* samplesIn(bytes: ByteStream, places: Iterable<SamplePlace>): AsyncGenerator<Buffer> {
  for (const { position, length } of places) {
    if (length === 0) continue;
    if (position < bytes.position) throw invalid('The audio in the MP4 file is not stored in its order.');
    if (length > MAX_SAMPLE_BYTES) throw invalid('The index of the MP4 file is damaged.');
    if (!(await bytes.skip(position - bytes.position))) return;
    const sample = await bytes.take(length);
    if (sample.length < length) return;
    yield sample;
  }
}
