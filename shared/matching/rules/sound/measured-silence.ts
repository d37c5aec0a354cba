/**
 * Ends of ranges beside the silence at the ends of tracks. Sub-fingerprints do not show silence that is
 * shorter than what one of them describes, but it was measured. Pure.
 */
import { type EqualSound, rounded, type TimeRange } from './equal-ranges.ts';

/** Where a track has sound, between the silence at its ends. In seconds. */
export interface SoundSpan {
  readonly from: number;
  readonly to: number;
}

/** The span of a track without known silence. */
export const WHOLE_TRACK: SoundSpan = { from: 0, to: Number.POSITIVE_INFINITY };

interface Spans {
  readonly submitted: SoundSpan;
  readonly released: SoundSpan;
}

/** In seconds. More would be a quiet part of the recording itself. */
const LONGEST = 3;
/** Silence that ends together in both tracks is part of the recording, with this tolerance for its level. */
const TOGETHER = 1;

/** @returns the sound with ranges that do not include silence that only one of the tracks has. */
export const withoutSilence = (sound: EqualSound, spans: Spans): EqualSound => ({
  ...sound,
  ranges: sound.ranges.map((range) => trimmed(range, spans)),
});

function trimmed(range: TimeRange, { submitted, released }: Spans): TimeRange {
  const later = silentIn(submitted.from - range.start, released.from - range.matchedStart);
  const sooner = silentIn(range.end - submitted.to, range.matchedEnd - released.to);
  if (later + sooner >= range.end - range.start) return range;
  return {
    start: rounded(range.start + later),
    end: rounded(range.end - sooner),
    matchedStart: rounded(range.matchedStart + later),
    matchedEnd: rounded(range.matchedEnd - sooner),
  };
}

/** @returns by how many seconds an end of a range is in silence, by the seconds of silence in both tracks. */
function silentIn(submitted: number, released: number): number {
  const [some, other] = [submitted, released].filter((seconds) => seconds > 0 && seconds <= LONGEST);
  if (some !== undefined && other !== undefined && Math.abs(some - other) <= TOGETHER) return 0;
  return Math.max(some ?? 0, other ?? 0);
}
