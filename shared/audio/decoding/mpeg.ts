/** Streams of MP3 and AAC frames. Junk before and between them is skipped. */
import { aacPackage } from '#aac-package';
import { invalid } from '../../platform/egress/unreadable.ts';
import type { ByteStream } from '../reading/byte-stream.ts';
import { requireAac } from './aac-option.ts';
import { BesideAudio, withBeside } from './beside-audio.ts';
import type { Decode } from './decoded-audio.ts';
import { findFrames, frameAt, isAtEnd, type MpegFrame } from './mpeg-frames.ts';
import { decodedPieces, type PackageDecoder } from './package-decoder.ts';

/** At the lowest bitrates, one byte becomes 64 samples of MP3. */
const MP3_PORTION_BYTES = 16_384;
/** A frame of silence has about 10 bytes for 2048 samples of each channel. */
const AAC_PORTION_BYTES = 4_096;
/** Each has at most 16 frames, so this is less than a minute of audio. */
const MAX_PORTIONS_WITHOUT_AUDIO = 100;
/** Junk that may precede the first frame. */
const SEARCHED_BYTES = 65_536;

export async function findFirstFrame(bytes: ByteStream) {
  const head = await bytes.peek(SEARCHED_BYTES);
  return findFrames(head, head.length < SEARCHED_BYTES);
}

export const decodeMp3: Decode = async ({ bytes }) => {
  const startMp3 = await mp3Starter();
  const beside = new BesideAudio();
  const frame = await skipToFrame(bytes, 'MP3', beside);
  const portions = mpegPortions(bytes, { kind: frame.kind, size: MP3_PORTION_BYTES, beside });
  const decoded = {
    bitDepth: null,
    expectedSeconds: mp3Seconds(await bytes.peek(frame.length), frame),
    pieces: decodedPieces(portions, { ...decoding, beside, start: () => startMp3(frame.channels) }),
  };
  return withBeside(decoded, beside);
};

const decoding = { canRestart: true, maxWithoutAudio: MAX_PORTIONS_WITHOUT_AUDIO };

/** @throws Unreadable without a frame. */
async function skipToFrame(bytes: ByteStream, codec: 'MP3' | 'AAC', beside: BesideAudio): Promise<MpegFrame> {
  const first = await findFirstFrame(bytes);
  if (!first) throw invalid(`The file contains no ${codec} audio.`);
  await bytes.skip(first.position);
  beside.add(first.position);
  return first.frame;
}

/** Loads the package. @returns what starts a decoder. */
export async function mp3Starter(): Promise<(channels: number) => Promise<PackageDecoder>> {
  const { decoder: start } = await import('@audio/decode-mp3');
  return async (channels) => {
    const decoder = await start();
    return {
      decode: (portion) => {
        // There are two channels even for mono.
        const { channelData, sampleRate } = decoder.decode(portion);
        return { channelData: channelData.slice(0, channels), sampleRate };
      },
      free: () => decoder.free(),
    };
  };
}

export const decodeAac: Decode = async ({ bytes, decodesAac }) => {
  requireAac({ decodesAac }, 'AAC');
  const { decoder } = await aacPackage();
  const beside = new BesideAudio();
  const { kind } = await skipToFrame(bytes, 'AAC', beside);
  const portions = mpegPortions(bytes, { kind, size: AAC_PORTION_BYTES, beside });
  const pieces = decodedPieces(portions, { ...decoding, beside, start: decoder });
  return withBeside({ bitDepth: null, expectedSeconds: null, pieces }, beside);
};

const FRAME_HEADER_BYTES = 4;
const HAS_FRAMES = 1;
/** After the flags: the numbers of frames and of bytes, a table of 100 bytes, and the quality. */
const FIELD_BYTES = [4, 4, 100, 4];
/** Where the number of added samples is, from the name of the encoder. */
const DELAY_AT = 21;
const ENCODERS = /^(?:LAME|Lavc|Lavf)/;
const VBRI_AT = 36;
const VBRI_FRAMES_AT = 14;
const LONGEST_BYTES = 192;

/**
 * Reads how long an MP3 file is, as its encoder has written it into the first frame (Xing, Info or VBRI).
 * @param head of the file, from its first frame. @returns seconds; null if the file does not state it.
 */
function mp3Seconds(head: Buffer, frame: MpegFrame): number | null {
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

/** Reads the Xing header. It follows the side information, whose size depends on the MPEG version and the channels. */
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

/** The longest frames have 8191 bytes. */
const LOOKAHEAD_BYTES = 16_384;

interface Head {
  readonly bytes: Buffer;
  readonly kind: MpegFrame['kind'];
  /** Where the portion may end. More bytes follow, unless the file ends. */
  readonly end: number;
  readonly isWhole: boolean;
}

/** Frames of a portion. An empty frame of AAC takes the decoder half a millisecond. */
const MAX_FRAMES = 16;

interface Cutting {
  /** Of the frames. Others are junk. */
  readonly kind: MpegFrame['kind'];
  readonly size: number;
  readonly beside: BesideAudio;
}

/**
 * Cuts a stream of MP3 or AAC into portions of frames that follow each other, so that junk does not reach a
 * decoder.
 */
async function* mpegPortions(bytes: ByteStream, { kind, size, beside }: Cutting): AsyncGenerator<Buffer> {
  for (;;) {
    const head = await bytes.peek(size + LOOKAHEAD_BYTES);
    if (head.length === 0) return;
    const isWhole = head.length < size + LOOKAHEAD_BYTES;
    const { start, end } = firstRun({ bytes: head, kind, end: isWhole ? head.length : size, isWhole });
    await bytes.skip(start);
    beside.add(start);
    if (end > start) yield await bytes.take(end - start);
  }
}

function firstRun(head: Head): { start: number; end: number } {
  for (let start = 0; start < head.end; start++) {
    let end = start;
    for (let frames = 0; end < head.end && frames < MAX_FRAMES; frames++) {
      const next = head.bytes[end] === 0xff ? endOfFrame(head, end) : 0;
      if (next === 0) break;
      end = next;
    }
    if (end > start) return { start, end };
  }
  return { start: head.end, end: head.end };
}

/** @returns 0 if no frame begins there, or nothing that can be one follows it. */
function endOfFrame({ bytes, kind, isWhole }: Head, position: number): number {
  const frame = frameAt(bytes, position);
  if (frame?.kind !== kind) return 0;
  const end = position + frame.length;
  const isFollowed = frameAt(bytes, end)?.kind === kind || (isWhole && isAtEnd(bytes, end));
  return isFollowed ? end : 0;
}
