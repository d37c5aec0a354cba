/** The part of a track that the edit list (`elst`) of an MP4 file plays (ISO/IEC 14496-12, section 8.6.6). */
import type { Timing } from './audio-track.ts';

/** In seconds, of the decoded audio. */
export interface PlayedWindow {
  readonly start: number;
  readonly duration?: number | undefined;
}

/** Real files have at most a few. */
export const MAX_EDITS = 100;
const HEADER_BYTES = 8;

interface Edit {
  /** In units of the movie (`mvhd`). */
  readonly duration: number;
  /** In units of the track (`mdhd`); negative for a pause. */
  readonly start: number;
}

/** @param seconds of the track. @returns null if all is played, or if several parts are. */
export function editedWindow({ elst, mdhd, mvhd }: Timing, seconds: number | null): PlayedWindow | null {
  const [edit, another] = editsIn(elst).filter(({ start }) => start >= 0);
  const units = scaleOf(mdhd);
  if (!edit || another || units === 0) return null;
  const start = edit.start / units;
  // Writers round the duration down to a unit of the movie.
  const ends = [seconds ?? 0, edit.duration > 0 ? start + (edit.duration + 1) / scaleOf(mvhd) : 0];
  const duration = Math.min(...ends.map((end) => end - start).filter((played) => played > 0));
  return { start, ...(Number.isFinite(duration) && { duration }) };
}

function editsIn(elst: Buffer | undefined): Edit[] {
  const isLong = elst?.[0] === 1;
  const rowBytes = isLong ? 20 : 12;
  if (!elst || !isComplete(elst, rowBytes, MAX_EDITS)) return [];
  return Array.from({ length: elst.readUInt32BE(4) }, (_, row) => {
    const at = HEADER_BYTES + row * rowBytes;
    return isLong
      ? { duration: Number(elst.readBigUInt64BE(at)), start: Number(elst.readBigInt64BE(at + 8)) }
      : { duration: elst.readUInt32BE(at), start: elst.readInt32BE(at + 4) };
  });
}

/** @returns whether a table has as many rows as it says, and at most some. */
export function isComplete(table: Buffer, rowBytes: number, maxRows = Number.POSITIVE_INFINITY): boolean {
  const rows = table.length >= HEADER_BYTES ? table.readUInt32BE(4) : Number.NaN;
  return rows <= maxRows && HEADER_BYTES + rows * rowBytes <= table.length;
}

/** @param header of a movie or track. @returns units of time in a second; 0 if it does not state them. */
function scaleOf(header: Buffer | undefined): number {
  const at = header?.[0] === 1 ? 20 : 12;
  return header && header.length >= at + 4 ? header.readUInt32BE(at) : 0;
}
