/** The places of a fingerprint that the index has, and that a search looks up. Pure. */
import { type Fingerprint, steadiestFirst } from './sub-fingerprint.ts';

/** A place in a fingerprint, as the index sees it. */
export interface Landmark {
  /** The number of the sub-fingerprint. */
  readonly position: number;
  /** The sub-fingerprint, steadiest bit first. */
  readonly bits: number;
}

/** The first bits, which must be equal, name a block of the index. The others are the order within it. */
const BLOCK_BITS = 20;
const REST_BITS = 32 - BLOCK_BITS;

export const blockOf = ({ bits }: Pick<Landmark, 'bits'>): number => bits >>> REST_BITS;

export const restOf = ({ bits }: Pick<Landmark, 'bits'>): number => bits & (2 ** REST_BITS - 1);

/**
 * Of sounds that last, only the beginning is a landmark. If there are too many, the landmarks are those with the smallest
 * digest within equal parts of the fingerprint, so that two fingerprints of the same sound tend to have the same ones.
 * @param most how many landmarks are returned at most.
 */
export function landmarksOf(fingerprint: Fingerprint, most: number): Landmark[] {
  const all = changesIn(fingerprint);
  if (all.length <= most) return all;
  const parts = Map.groupBy(all, (_, index) => Math.floor((index * most) / all.length));
  return [...parts.values()].flatMap((part) => part.toSorted(byDigest).slice(0, 1));
}

function changesIn(fingerprint: Fingerprint): Landmark[] {
  const landmarks: Landmark[] = [];
  for (let position = 0; position < fingerprint.length; position++) {
    const bits = steadiestFirst(fingerprint[position] ?? 0);
    if (bits !== landmarks.at(-1)?.bits) landmarks.push({ position, bits });
  }
  return landmarks;
}

const byDigest = (left: Landmark, right: Landmark): number =>
  digestOf(blockOf(left)) - digestOf(blockOf(right)) || left.position - right.position;

/** Spreads numbers evenly (the finalizer of MurmurHash3). */
function digestOf(block: number): number {
  let digest = Math.imul(block ^ (block >>> 16), 0x85ebca6b);
  digest = Math.imul(digest ^ (digest >>> 13), 0xc2b2ae35);
  return (digest ^ (digest >>> 16)) >>> 0;
}
