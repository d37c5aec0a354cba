/** Where a range begins and ends exactly. Pure. */
import type { AlignedRange, Compared } from './align.ts';
import { difference } from './sub-fingerprint.ts';

/** @returns the range without ends that are partly other sound, but with the ends of an altered copy. */
export const withExactEnds = (compared: Compared, range: AlignedRange): AlignedRange =>
  toTrackEnds(compared, trimmed(compared, range));

/** A range ends where the difference exceeds that within the range by more than this. */
const MARGIN = 0.05;
/** Sub-fingerprints whose differences are averaged. */
const AVERAGED = 5;

function trimmed(compared: Compared, range: AlignedRange): AlignedRange {
  const most = differenceIn(compared, range) + MARGIN;
  let { start, end } = range;
  while (end - start > 2 * AVERAGED && averageOf(compared, range, { from: start, count: AVERAGED }) > most)
    start++;
  while (
    end - start > 2 * AVERAGED &&
    averageOf(compared, range, { from: end - AVERAGED + 1, count: AVERAGED }) > most
  )
    end--;
  return {
    ...range,
    start,
    end,
    matchedStart: range.matchedStart + start - range.start,
    matchedEnd: range.matchedEnd + end - range.end,
  };
}

/** A sub-fingerprint describes the sound of this many, so fewer can be missing at the end of a track. */
const NEAR = 20;
/** The margin at the beginning and end of a track, where no other sound is near. */
const MARGIN_AT_TRACK_ENDS = 0.15;

function toTrackEnds(compared: Compared, range: AlignedRange): AlignedRange {
  const { submitted, released } = compared;
  const most = differenceIn(compared, range) + MARGIN_AT_TRACK_ENDS;
  const missing = (from: number, count: number) =>
    count <= NEAR && averageOf(compared, range, { from, count }) <= most ? count : 0;
  const first = Math.min(range.start, range.matchedStart);
  const last = Math.min(submitted.length - 1 - range.end, released.length - 1 - range.matchedEnd);
  const before = missing(range.start - first, first);
  const after = missing(range.end + 1, last);
  return {
    ...range,
    start: range.start - before,
    matchedStart: range.matchedStart - before,
    end: range.end + after,
    matchedEnd: range.matchedEnd + after,
  };
}

/** @returns the share of bits that differ in the middle three fifths of a range. */
export function differenceIn(compared: Compared, range: AlignedRange): number {
  const margin = Math.floor((range.end - range.start) / 5);
  const count = range.end - range.start + 1 - 2 * margin;
  return averageOf(compared, range, { from: range.start + margin, count });
}

function averageOf(
  compared: Compared,
  range: AlignedRange,
  { from, count }: { readonly from: number; readonly count: number },
): number {
  let sum = 0;
  for (let position = from; position < from + count; position++)
    sum += differenceAt(compared, range, position);
  return sum / Math.max(1, count);
}

/** The offset drifts evenly from the start of a range to its end. */
function differenceAt({ submitted, released }: Compared, range: AlignedRange, position: number): number {
  const share = (position - range.start) / Math.max(1, range.end - range.start);
  const matched = range.matchedStart + Math.round(share * (range.matchedEnd - range.matchedStart));
  return difference(submitted[position] ?? 0, released[matched] ?? 0);
}
