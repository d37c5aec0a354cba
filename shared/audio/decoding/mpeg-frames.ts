/** The headers of frames in MP3 and AAC (ADTS) streams, which determine where the next frame begins. */

export interface MpegFrame {
  readonly format: 'mp3' | 'aac';
  /** In bytes, with the header. */
  readonly length: number;
  readonly channels: number;
  readonly sampleRate: number;
  /** The number of samples of each channel. */
  readonly samples: number;
  /** What all frames of a stream have in common. */
  readonly kind: string;
}

/** How many consecutive frames are required. Other files can contain fewer by chance. */
const FRAMES = 4;

/** Bitrates of layer III, in kbit/s. */
const BITRATES = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const MP3_RATES = [44_100, 48_000, 32_000];
const AAC_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];

/**
 * @param from bytes from the start of the audio, after tags. Junk may precede it.
 * @param isWhole the file ends with them, so that fewer frames may follow.
 */
export function findFrames(
  from: Buffer,
  isWhole: boolean,
): { readonly position: number; readonly frame: MpegFrame } | undefined {
  for (let position = 0; position + 7 <= from.length; position++) {
    const frame = from[position] === 0xff ? frameAt(from, position) : undefined;
    if (frame && isFollowed(from, position, { frame, isWhole })) return { position, frame };
  }
  return undefined;
}

function isFollowed(
  from: Buffer,
  start: number,
  { frame, isWhole }: { readonly frame: MpegFrame; readonly isWhole: boolean },
): boolean {
  let position = start + frame.length;
  for (let count = 1; count < FRAMES; count++) {
    if (isWhole && isAtEnd(from, position)) return true;
    const next = frameAt(from, position);
    if (next?.kind !== frame.kind) return false;
    position += next.length;
  }
  return true;
}

/** The tag of ID3v1 has 128 bytes, and follows the last frame. */
export const isAtEnd = (from: Buffer, position: number): boolean =>
  position <= from.length && position + 128 >= from.length;

export function frameAt(from: Buffer, at: number): MpegFrame | undefined {
  if (at + 7 > from.length) return undefined;
  const head = from.readUInt32BE(at);
  // 11 bits of synchronization, then version and layer. ADTS has layer 0.
  if (head >>> 21 !== 0x7ff) return undefined;
  return ((head >>> 17) & 3) === 0 ? adtsFrame(from, at) : mp3Frame(head);
}

function mp3Frame(head: number): MpegFrame | undefined {
  const version = (head >>> 19) & 3;
  const layer = (head >>> 17) & 3;
  const rate = MP3_RATES[(head >>> 10) & 3];
  if (version === 1 || layer !== 1 || rate === undefined) return undefined;
  const isMpeg1 = version === 3;
  const bitrate = BITRATES[isMpeg1 ? 'mpeg1' : 'mpeg2'][(head >>> 12) & 15] ?? 0;
  if (bitrate === 0) return undefined;
  // MPEG 2 has half of the rates of MPEG 1, and MPEG 2.5 a quarter.
  const sampleRate = isMpeg1 ? rate : version === 2 ? rate / 2 : rate / 4;
  const padding = (head >>> 9) & 1;
  const length = Math.floor(((isMpeg1 ? 144_000 : 72_000) * bitrate) / sampleRate) + padding;
  const channels = ((head >>> 6) & 3) === 3 ? 1 : 2;
  const samples = isMpeg1 ? 1152 : 576;
  return { format: 'mp3', length, channels, sampleRate, samples, kind: `mp3 ${version} ${sampleRate}` };
}

function adtsFrame(from: Buffer, at: number): MpegFrame | undefined {
  if ((from.readUInt16BE(at) & 0xfff6) !== 0xfff0) return undefined;
  const length = ((from.readUInt32BE(at + 2) >>> 5) & 0x1fff) >>> 0;
  const rateIndex = (from.readUInt8(at + 2) >>> 2) & 15;
  const sampleRate = AAC_RATES[rateIndex];
  if (length < 7 || sampleRate === undefined) return undefined;
  const channels = (from.readUInt16BE(at + 2) >>> 6) & 7;
  const kind = `aac ${rateIndex} ${channels}`;
  return { format: 'aac', length, channels, sampleRate, samples: 1024, kind };
}
