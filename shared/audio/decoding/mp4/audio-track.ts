/** The first audio track in the index (`moov`) of an MP4 file. */
import { invalid } from '../../../platform/egress/unreadable.ts';
import { boxesIn, contentAt } from './boxes.ts';
import { codecIn, type Mp4Codec } from './codec.ts';
import { type SampleLocation, sampleLocations } from './sample-tables.ts';

export interface AudioTrack {
  readonly codec: Mp4Codec;
  readonly samples: Iterable<SampleLocation>;
  /** Null if the track does not state it. */
  readonly seconds: number | null;
  /** Contents of the boxes that define which part of the audio is played. Most files lack some of them. */
  readonly timing: Timing;
  /** Whether the file has more audio tracks. Programs differ in which of them they play. */
  readonly hasOthers: boolean;
}

export interface Timing {
  readonly elst: Buffer | undefined;
  readonly stts: Buffer | undefined;
  readonly mdhd: Buffer | undefined;
  readonly mvhd: Buffer | undefined;
  readonly ilst: Buffer | undefined;
}

/** @throws Unreadable */
export function audioTrack(moov: Buffer): AudioTrack {
  const tracks = boxesIn(moov).filter(({ type, content }) => type === 'trak' && isAudio(content));
  const trak = tracks[0]?.content;
  if (!trak) throw invalid('The MP4 file has no audio track.');
  const stbl = contentAt(trak, 'mdia', 'minf', 'stbl');
  if (!stbl) throw invalid('The audio track of the MP4 file is incomplete.');
  const codec = codecIn(stbl);
  const samples = sampleLocations(stbl);
  if (!samples) throw invalid('The MP4 file is fragmented. It must have a single index of its samples.');
  const mdhd = contentAt(trak, 'mdia', 'mdhd');
  const meta = contentAt(moov, 'udta', 'meta');
  return {
    codec,
    samples,
    seconds: secondsOf(mdhd),
    hasOthers: tracks.length > 1,
    timing: {
      elst: contentAt(trak, 'edts', 'elst'),
      stts: contentAt(stbl, 'stts'),
      mdhd,
      mvhd: contentAt(moov, 'mvhd'),
      ilst: meta && contentAt(meta.subarray(4), 'ilst'),
    },
  };
}

const isAudio = (trak: Buffer): boolean =>
  contentAt(trak, 'mdia', 'hdlr')?.toString('latin1', 8, 12) === 'soun';

/** The duration is in units of the track. All ones stand for an unknown one. */
function secondsOf(mdhd: Buffer | undefined): number | null {
  const isLong = mdhd?.[0] === 1;
  if (!mdhd || mdhd.length < (isLong ? 32 : 20)) return null;
  const scale = mdhd.readUInt32BE(isLong ? 20 : 12);
  const units = isLong ? Number(mdhd.readBigUInt64BE(24)) : mdhd.readUInt32BE(16);
  const isKnown = scale > 0 && units < (isLong ? 2 ** 63 : 0xffffffff);
  return isKnown ? units / scale : null;
}
