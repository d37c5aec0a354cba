/** Finds the ranges in which two tracks are the same recording, and how certain that is. Pure. */
import { ITEM_SECONDS, ITEM_SPAN_SECONDS } from '../../../audio/rules/item-times.ts';
import { type AlignedRange, type Alignment, align, type Compared } from './align.ts';
import { differenceIn, withExactEnds } from './range-ends.ts';
import type { Fingerprint } from './sub-fingerprint.ts';
import type { Candidate } from './votes.ts';

/** Seconds from the beginning of each track, with up to three decimals. */
export type TimeRange = {
  readonly start: number;
  readonly end: number;
  readonly matchedStart: number;
  readonly matchedEnd: number;
};

export type EqualSound = {
  /** The score from 70 to 100, by the share of different bits. */
  readonly score: number;
  /** In the order of their starts, without overlaps in the submitted track. */
  readonly ranges: readonly TimeRange[];
};

/** A fingerprint of the submitted track, computed as if it had been recorded at another speed. */
export interface AtSpeed {
  readonly speed: number;
  readonly fingerprint: Fingerprint;
}

/** The evidence that a range needs. With it, fewer than one of 100,000 pairs of different tracks match. */
const LEAST_EVIDENCE = 5.5;

/** Where in a sub-fingerprint's sound, in seconds, a range begins and ends if it is within both tracks. */
const STARTS_AFTER = 0.41;
const ENDS_AFTER = 1.83;

/** A range found at one speed, in positions and in seconds. */
interface RangeAtSpeed {
  readonly evidence: number;
  readonly difference: number;
  readonly range: TimeRange;
}

/** @returns undefined if the tracks are not the same recording anywhere. */
export function equalSoundOf(
  submitted: readonly AtSpeed[],
  released: Fingerprint,
  alignments: Candidate['alignments'],
): EqualSound | undefined {
  const ranges = alignments.flatMap(({ speed, offset }) => {
    const at = submitted[speed];
    return at ? rangesAt(at, released, offset) : [];
  });
  const best = withoutOverlaps(ranges);
  const [first] = best;
  if (!first) return undefined;
  const sorted = best.map(({ range }) => range).toSorted((left, right) => left.start - right.start);
  return { score: scoreOf(first.difference), ranges: sorted };
}

function rangesAt(at: AtSpeed, released: Fingerprint, offset: number): RangeAtSpeed[] {
  const compared = { submitted: at.fingerprint, released };
  return alignedRanges(compared, { offset, from: 0, to: at.fingerprint.length }).map((aligned) => {
    const range = withExactEnds(compared, aligned);
    return {
      evidence: aligned.evidence,
      difference: differenceIn(compared, range),
      range: inSeconds(compared, range, at.speed),
    };
  });
}

/** Ranges at one offset. This also bounds the work for tracks that are equal in many places. */
const MAX_RANGES = 100;

/** Other ranges at the same offset can precede or follow the best one. */
function alignedRanges(compared: Compared, whole: Alignment): AlignedRange[] {
  const aligned: AlignedRange[] = [];
  const open = [whole];
  for (let next = open.shift(); next && aligned.length < MAX_RANGES; next = open.shift()) {
    const best = align(compared, next);
    if (!best || best.evidence < LEAST_EVIDENCE) continue;
    aligned.push(best);
    open.push({ ...next, to: best.start }, { ...next, from: best.end + 1 });
  }
  return aligned;
}

/** At the beginning or end of a track, all sound of a sub-fingerprint is within the range. */
function inSeconds({ submitted, released }: Compared, range: AlignedRange, speed: number): TimeRange {
  const { start, end, matchedStart, matchedEnd } = range;
  const beginsWithTrack = start === 0 || matchedStart === 0;
  const endsWithTrack = end === submitted.length - 1 || matchedEnd === released.length - 1;
  const after = beginsWithTrack ? 0 : STARTS_AFTER;
  const before = endsWithTrack ? ITEM_SPAN_SECONDS : ENDS_AFTER;
  const ends = (item: number, matched: number, seconds: number) =>
    [item * ITEM_SECONDS + seconds, matched * ITEM_SECONDS + seconds] as const;
  const starting = ends(start, matchedStart, after);
  const ending = ends(end, matchedEnd, before);
  const later = beginsWithTrack ? 0 : besideSilence(soundBegins, { submitted, released }, starting);
  const longer = endsWithTrack ? 0 : besideSilence(soundEnds, { submitted, released }, ending);
  return {
    start: rounded((starting[0] + later) * speed),
    end: rounded((ending[0] + longer) * speed),
    matchedStart: rounded(Math.max(0, starting[1] + later)),
    matchedEnd: rounded(ending[1] + longer),
  };
}

/** @returns by how much an end is moved to where silence ends or begins in one of the tracks, or in both. */
function besideSilence(
  find: typeof soundBegins,
  { submitted, released }: Compared,
  [at, matchedAt]: readonly [number, number],
): number {
  const inSubmitted = find(submitted, at);
  const inReleased = find(released, matchedAt);
  if (inSubmitted !== undefined && inReleased !== undefined) return 0;
  if (inSubmitted !== undefined) return inSubmitted - at;
  return inReleased === undefined ? 0 : inReleased - matchedAt;
}

export const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** Most evidence first. Drops ranges that overlap a better one in the submitted track by over a second. */
function withoutOverlaps(ranges: readonly RangeAtSpeed[]): RangeAtSpeed[] {
  const kept: RangeAtSpeed[] = [];
  for (const each of ranges.toSorted((left, right) => right.evidence - left.evidence))
    if (!kept.some(({ range }) => overlap(range, each.range) > 1)) kept.push(each);
  return kept;
}

const overlap = (left: TimeRange, right: TimeRange): number =>
  Math.min(left.end, right.end) - Math.max(left.start, right.start);

const BEST = 100;
const LOWEST = 70;
/** The difference from which the score is the lowest. */
const MOST_DIFFERENT = 0.25;

const scoreOf = (different: number): number =>
  Math.round(BEST - (BEST - LOWEST) * Math.min(1, different / MOST_DIFFERENT));

/** What Chromaprint computes for digital silence. */
const SILENT = 0x256df977;

/** In seconds. A range that ends beside silence is found to end this near to it. */
const NEAR = 1;

/** @returns when sound begins, in seconds at speed 1, if silence ends near a time. @internal For tests. */
export function soundBegins(fingerprint: Fingerprint, near: number): number | undefined {
  // The sound begins at the end of the first item that is not silent.
  const isFirst = (item: number) => isSilent(fingerprint, item - 1) && !isSilent(fingerprint, item);
  const item = itemsNear(near - ITEM_SPAN_SECONDS).find(isFirst);
  return item === undefined ? undefined : item * ITEM_SECONDS + ITEM_SPAN_SECONDS;
}

/** @returns when sound ends, if silence begins near a time. @internal For tests. */
export function soundEnds(fingerprint: Fingerprint, near: number): number | undefined {
  // The sound ends at the beginning of the first item that is silent.
  const isFirst = (item: number) => !isSilent(fingerprint, item - 1) && isSilent(fingerprint, item);
  const item = itemsNear(near).find(isFirst);
  return item === undefined ? undefined : item * ITEM_SECONDS;
}

const isSilent = (fingerprint: Fingerprint, item: number): boolean => fingerprint[item] === SILENT;

/** @returns the numbers of the items that begin near a time. */
function itemsNear(seconds: number): number[] {
  const first = Math.max(1, Math.ceil((seconds - NEAR) / ITEM_SECONDS));
  const last = Math.floor((seconds + NEAR) / ITEM_SECONDS);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
