/** Compares two fingerprints exactly near an alignment, and finds where they are the same recording. Pure. */
import { difference, type Fingerprint } from './sub-fingerprint.ts';

/** Positions are numbers of sub-fingerprints. Ends are inclusive. */
export interface AlignedRange {
  readonly start: number;
  readonly end: number;
  readonly matchedStart: number;
  readonly matchedEnd: number;
  /** Evidence that this is the same recording. It grows with the length and the similarity. */
  readonly evidence: number;
}

/**
 * The share of different bits up to which sub-fingerprints are evidence for the same recording. Unrelated
 * ones differ in 0.43 on average. Chosen, with the other numbers, from the curves of `npm run bench --
 * sound`.
 */
const MOST_DIFFERENT = 0.26;
/** How far an alignment may drift, to follow small differences of speed. */
const BAND = 3;
const DIAGONALS = 2 * BAND + 1;
/** Evidence that each step of a drift costs. */
const DRIFT_COST = 6;

/** The best range so far that ends on a diagonal of the band. */
interface Path {
  readonly evidence: number;
  readonly start: number;
  readonly matchedStart: number;
}

const NONE: Path = { evidence: 0, start: 0, matchedStart: 0 };

export interface Compared {
  readonly submitted: Fingerprint;
  readonly released: Fingerprint;
}

export interface Alignment {
  /** The position in the released track minus that in the submitted one. */
  readonly offset: number;
  /** Positions of the submitted track: the first, and the one after the last. */
  readonly from: number;
  readonly to: number;
}

/**
 * A local alignment (Smith-Waterman) in a narrow band.
 * @returns the range with the most evidence, or undefined if no sub-fingerprints are similar.
 */
export function align(compared: Compared, { offset, from, to }: Alignment): AlignedRange | undefined {
  const { released } = compared;
  let paths: readonly Path[] = Array.from({ length: DIAGONALS }, () => NONE);
  let best: AlignedRange | undefined;
  const first = Math.max(from, -offset - BAND);
  const end = Math.min(to, released.length - offset + BAND);
  for (let position = first; position < end; position++) {
    const next: Path[] = [];
    for (let diagonal = 0; diagonal < DIAGONALS; diagonal++) {
      const matched = position + offset + diagonal - BAND;
      const path = continued(pathTo(paths, diagonal), compared, { position, matched });
      next.push(path);
      if (path.evidence > (best?.evidence ?? 0)) best = { ...path, end: position, matchedEnd: matched };
    }
    paths = next;
  }
  return best;
}

/** @returns the best path that can continue on a diagonal. */
function pathTo(paths: readonly Path[], diagonal: number): Path {
  const straight = paths[diagonal] ?? NONE;
  const drifted = drift(paths[diagonal - 1], paths[diagonal + 1]);
  return drifted.evidence - DRIFT_COST > straight.evidence
    ? { ...drifted, evidence: drifted.evidence - DRIFT_COST }
    : straight;
}

const drift = (left: Path = NONE, right: Path = NONE): Path =>
  right.evidence > left.evidence ? right : left;

function continued(
  path: Path,
  { submitted, released }: Compared,
  { position, matched }: { readonly position: number; readonly matched: number },
): Path {
  if (matched < 0 || matched >= released.length) return NONE;
  const gain = MOST_DIFFERENT - difference(submitted[position] ?? 0, released[matched] ?? 0);
  // A sound that lasts, such as silence or noise, is evidence only where it changes, because many recordings
  // have it.
  const isLasting = lasts(submitted, position) && lasts(released, matched);
  const evidence = path.evidence + (isLasting ? Math.min(0, gain) : gain);
  if (evidence <= 0) return NONE;
  return path.evidence > 0 ? { ...path, evidence } : { evidence, start: position, matchedStart: matched };
}

/** The share of different bits up to which a sound lasts. */
const LASTING = 1 / 16;

const lasts = (fingerprint: Fingerprint, position: number): boolean =>
  position > 0 && difference(fingerprint[position] ?? 0, fingerprint[position - 1] ?? 0) <= LASTING;
