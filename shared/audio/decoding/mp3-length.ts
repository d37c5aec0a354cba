/** How long an MP3 file is, as its encoder has written it into the first frame (Xing, Info or VBRI). */
import type { MpegFrame } from './mpeg-frames.ts';

const FRAME_HEADER_BYTES = 4;
const HAS_FRAMES = 1;
/** After the flags: the numbers of frames and of bytes, a table of 100 bytes, and the quality. */
const FIELD_BYTES = [4, 4, 100, 4];
/** From the name of the encoder to how many samples it has added. */
const DELAY_AT = 21;
const ENCODERS = /^(?:LAME|Lavc|Lavf)/;
const VBRI_AT = 36;
const VBRI_FRAMES_AT = 14;
const LONGEST_BYTES = 192;

/** @param head of the file, from its first frame. @returns seconds; null if the file does not tell. */
export function mp3Seconds(head: Buffer, frame: MpegFrame): number | null {
  const first = Buffer.concat([head.subarray(0, frame.length), Buffer.alloc(LONGEST_BYTES)]);
  const { frames, added } = xing(first, frame) ?? vbri(first) ?? { frames: 0, added: 0 };
  const samples = frames * frame.samples - added;
  return frames > 0 && samples > 0 ? samples / frame.sampleRate : null;
}

interface Announced {
  readonly frames: number;
  /** Samples of silence at both ends, which are not played. */
  readonly added: number;
}

/** It follows the side information, whose size depends on the version of MPEG and the channels. */
function xing(first: Buffer, { samples, channels }: MpegFrame): Announced | undefined {
  const sideBytes = samples === 1152 ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17;
  const at = FRAME_HEADER_BYTES + sideBytes;
  if (!['Xing', 'Info'].includes(first.toString('latin1', at, at + 4))) return undefined;
  const flags = first.readUInt32BE(at + 4);
  if ((flags & HAS_FRAMES) === 0) return undefined;
  const fields = FIELD_BYTES.reduce((sum, bytes, bit) => sum + ((flags >>> bit) & 1 ? bytes : 0), 0);
  return { frames: first.readUInt32BE(at + 8), added: addedSamples(first.subarray(at + 8 + fields)) };
}

function addedSamples(encoder: Buffer): number {
  if (encoder.length < DELAY_AT + 3 || !ENCODERS.test(encoder.toString('latin1', 0, 4))) return 0;
  const both = encoder.readUIntBE(DELAY_AT, 3);
  return (both >>> 12) + (both & 0xfff);
}

const vbri = (first: Buffer): Announced | undefined =>
  first.toString('latin1', VBRI_AT, VBRI_AT + 4) === 'VBRI'
    ? { frames: first.readUInt32BE(VBRI_AT + VBRI_FRAMES_AT), added: 0 }
    : undefined;
