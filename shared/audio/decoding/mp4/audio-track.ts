/** The first audio track in the index (`moov`) of an MP4 file. */
import { type GaplessBoxes, type GaplessWindow, gapless } from '@audio/decode-aac';
import { invalid } from '../../../platform/egress/unreadable.ts';
import { boxesIn, contentAt } from './boxes.ts';
import { type SamplePlace, samplePlaces } from './sample-tables.ts';

export type Mp4Codec =
  | { readonly is: 'aac'; readonly asc: Buffer }
  | { readonly is: 'alac'; readonly alac: Buffer }
  | { readonly is: 'mp3'; readonly channels: number };

export interface AudioTrack {
  readonly codec: Mp4Codec;
  readonly samples: Iterable<SamplePlace>;
  /** Null if the track does not tell. */
  readonly seconds: number | null;
  /** What to play of the decoded audio, without the silence that encoders add. */
  readonly window: GaplessWindow | null;
}

/** Object types of MPEG-4 and MPEG-2 AAC, and of MP3 (ISO/IEC 14496-1). */
const AAC_TYPES = [0x40, 0x66, 0x67, 0x68];
const MP3_TYPES = [0x69, 0x6b];
/** Of a sample entry: bytes before its boxes, by its version in QuickTime. */
const ENTRY_BYTES = [28, 44, 64];

/** @throws Unreadable */
export function audioTrack(moov: Buffer): AudioTrack {
  const trak = boxesIn(moov).find(({ type, content }) => type === 'trak' && isAudio(content))?.content;
  if (!trak) throw invalid('The MP4 file has no audio track.');
  const stbl = contentAt(trak, 'mdia', 'minf', 'stbl');
  const entry = stbl && entryIn(stbl);
  if (!entry) throw invalid('The audio track of the MP4 file is incomplete.');
  const samples = samplePlaces(stbl);
  if (!samples) throw invalid('The MP4 file is fragmented. It must have one index of its samples.');
  const codec = codecOf(entry);
  const mdhd = contentAt(trak, 'mdia', 'mdhd');
  const window = windowOf(moov, trak, { codec, mdhd, stts: contentAt(stbl, 'stts') });
  return { codec, samples, seconds: secondsOf(mdhd, window), window };
}

const isAudio = (trak: Buffer): boolean =>
  contentAt(trak, 'mdia', 'hdlr')?.toString('latin1', 8, 12) === 'soun';

interface Entry {
  readonly type: string;
  readonly content: Buffer;
}

/** The first entry of the sample description. */
function entryIn(stbl: Buffer): Entry | undefined {
  const stsd = contentAt(stbl, 'stsd');
  return stsd && stsd.length > 8 ? boxesIn(stsd.subarray(8))[0] : undefined;
}

/** @throws Unreadable */
function codecOf({ type, content }: Entry): Mp4Codec {
  const version = content.length >= 28 ? content.readUInt16BE(8) : 0;
  const inside = content.subarray(ENTRY_BYTES[version] ?? 28);
  const found = (name: string) => contentAt(inside, name) ?? contentAt(inside, 'wave', name);
  if (type === 'alac') {
    const cookie = found('alac')?.subarray(-24);
    if (cookie && isUsual(cookie)) return { is: 'alac', alac: cookie };
  }
  if (type === '.mp3') return { is: 'mp3', channels: content.readUInt16BE(16) };
  if (type === 'mp4a') {
    const { objectType, config } = descriptorOf(found('esds'));
    if (MP3_TYPES.includes(objectType)) return { is: 'mp3', channels: content.readUInt16BE(16) };
    if (AAC_TYPES.includes(objectType) && config.length >= 2) return { is: 'aac', asc: config };
  }
  throw invalid(
    `The audio in the MP4 file is of the type "${type.replace(/[^\x20-\x7e]/g, '?')}". It must be AAC, Apple Lossless or MP3.`,
  );
}

/** The decoder of ALAC allocates what the cookie says. */
const isUsual = (cookie: Buffer): boolean =>
  cookie.length === 24 && cookie.readUInt32BE(0) <= 16_384 && cookie.readUInt8(9) <= 8;

/** The elementary stream descriptor (ISO/IEC 14496-1, section 7.2.6.5). */
function descriptorOf(esds: Buffer | undefined): { objectType: number; config: Buffer } {
  let objectType = 0;
  for (let at = 4; esds && at + 2 <= esds.length; ) {
    const tag = esds.readUInt8(at);
    let length = 0;
    let more = true;
    for (at += 1; more && at < esds.length; at++) {
      const byte = esds.readUInt8(at);
      length = length * 128 + (byte & 0x7f);
      more = byte >= 0x80;
    }
    if (tag === 5) return { objectType, config: esds.subarray(at, at + length) };
    if (tag === 4 && at < esds.length) objectType = esds.readUInt8(at);
    // Tags 3 and 4 contain others after fields of a fixed size.
    at += tag === 3 ? 3 : tag === 4 ? 13 : length;
  }
  return { objectType, config: Buffer.alloc(0) };
}

function windowOf(
  moov: Buffer,
  trak: Buffer,
  { codec, mdhd, stts }: { codec: Mp4Codec; mdhd: Buffer | undefined; stts: Buffer | undefined },
): GaplessWindow | null {
  if (codec.is === 'mp3') return null;
  const elst = contentAt(trak, 'edts', 'elst');
  const boxes: GaplessBoxes = {
    ...(elst && isComplete(elst, elst[0] === 1 ? 20 : 12) && { elst }),
    ...(stts && isComplete(stts, 8) && { stts }),
    ...(mdhd && mdhd.length >= 24 && { mdhd }),
    ...named('mvhd', contentAt(moov, 'mvhd')),
    ...named('ilst', contentAt(moov, 'udta', 'meta')?.subarray(4), 'ilst'),
  };
  return gapless({ ...boxes, ...(codec.is === 'aac' ? { asc: codec.asc } : { alac: codec.alac }) });
}

function named(name: 'mvhd' | 'ilst', box: Buffer | undefined, ...path: readonly string[]): GaplessBoxes {
  const content = box && contentAt(box, ...path);
  return content && content.length >= 24 ? { [name]: content } : {};
}

/** The reader of these tables believes the number of their rows. */
const isComplete = (table: Buffer, rowBytes: number): boolean =>
  table.length >= 8 && 8 + table.readUInt32BE(4) * rowBytes <= table.length;

function secondsOf(mdhd: Buffer | undefined, window: GaplessWindow | null): number | null {
  if (!mdhd || mdhd.length < 32) return window?.duration ?? null;
  const isLong = mdhd[0] === 1;
  const scale = mdhd.readUInt32BE(isLong ? 20 : 12);
  const units = isLong ? Number(mdhd.readBigUInt64BE(24)) : mdhd.readUInt32BE(16);
  return scale === 0 ? null : Math.min(units / scale, window?.duration ?? Number.POSITIVE_INFINITY);
}
