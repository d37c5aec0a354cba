/**
 * What searches in memory find: tracks, their certainty, and how far the ends of ranges are from the right
 * ones.
 */
import { align } from '../../../shared/matching/rules/sound/align.ts';
import { MAX_CANDIDATES } from '../../../shared/matching/rules/sound/chosen-candidates.ts';
import {
  type AtSpeed,
  type EqualSound,
  equalSoundOf,
} from '../../../shared/matching/rules/sound/equal-ranges.ts';
import { type Candidate, candidatesOf } from '../../../shared/matching/rules/sound/votes.ts';
import type { MemoryIndex } from './memory-index.ts';

export interface Compared {
  readonly number: number;
  /** Of the best range. */
  readonly evidence: number;
  readonly sound: EqualSound | undefined;
}

/** @returns all candidates of a track that was submitted. */
export function search(index: MemoryIndex, submitted: readonly AtSpeed[], times = 1): Compared[] {
  const hits = index.hitsOf(
    submitted.map(({ fingerprint }) => fingerprint),
    times,
  );
  return candidatesOf(hits)
    .slice(0, MAX_CANDIDATES)
    .map((candidate) => compare(index, submitted, candidate));
}

function compare(index: MemoryIndex, submitted: readonly AtSpeed[], candidate: Candidate): Compared {
  const number = Number(candidate.trackId);
  const released = index.released[number] ?? new Uint32Array();
  const evidence = candidate.alignments.map(({ speed, offset }) => {
    const { fingerprint } = submitted[speed] ?? { fingerprint: new Uint32Array() };
    const whole = { offset, from: 0, to: fingerprint.length };
    return align({ submitted: fingerprint, released }, whole)?.evidence ?? 0;
  });
  const sound = equalSoundOf(submitted, released, candidate.alignments);
  return { number, evidence: Math.max(0, ...evidence), sound };
}
