/** The positions in a fingerprint that the index has, and that a search looks up. Pure. */
import { type Fingerprint, steadiestFirst } from './sub-fingerprint.ts';

/** A position in a fingerprint, as the index sees it. */
export interface Landmark {
  /** The number of the sub-fingerprint. */
  readonly position: number;
  /** The sub-fingerprint, steadiest bit first. */
  readonly bits: number;
}

/** What a search looks up: a landmark of a submitted track at one of its speeds, or a variant of it. */
export interface Probe {
  readonly landmark: Landmark;
  /** An index of the submitted fingerprints. */
  readonly speed: number;
}

/** Landmarks of the fingerprint at the track's own speed, and probes with their variants. */
const LANDMARKS = 150;
const PROBES = 500;
/** Landmarks at each other speed. */
const LANDMARKS_AT_OTHER_SPEEDS = 75;

/** @param fingerprints the first is at the track's own speed. @returns at most 800 probes to look up. */
export const probesOf = (fingerprints: readonly Fingerprint[]): Probe[] =>
  fingerprints.flatMap((fingerprint, speed) => {
    const most = speed === 0 ? LANDMARKS : LANDMARKS_AT_OTHER_SPEEDS;
    const landmarks = thinned(withoutRepetitions(heardIn(fingerprint)), most).toSorted(bySteadiness);
    const variants =
      speed === 0 ? variantsOf(landmarks, fingerprint).slice(0, PROBES - landmarks.length) : [];
    return [...landmarks, ...variants].map(({ position, bits }) => ({ landmark: { position, bits }, speed }));
  });

/**
 * An alteration of the sound most likely changes bits that also change from one sub-fingerprint to the next.
 * Each variant changes one of them, so that it may be in the block of the altered sound.
 * @returns those with the least steady bit first.
 */
function variantsOf(landmarks: readonly Landmark[], fingerprint: Fingerprint): Landmark[] {
  const variants = landmarks.map(({ position, bits }) => {
    const beside = [position - 1, position + 1].filter((each) => each >= 0 && each < fingerprint.length);
    const changing = beside.reduce((sum, each) => sum | (bits ^ steadiestFirst(fingerprint[each] ?? 0)), 0);
    return blockBits
      .filter((bit) => (changing >>> bit) & 1)
      .map((bit) => ({ position, bits: (bits ^ (1 << bit)) >>> 0 }));
  });
  return Array.from({ length: BLOCK_BITS }, (_, rank) => variants.flatMap((each) => each[rank] ?? [])).flat();
}

/** The first bits, which must be equal, name a block of the index. The others are the order within it. */
const BLOCK_BITS = 20;
/** @internal The benchmark, which has the index in memory, uses it. */
export const REST_BITS = 32 - BLOCK_BITS;

/** The numbers of the bits that name a block, least steady first. */
const blockBits = Array.from({ length: BLOCK_BITS }, (_, index) => REST_BITS + index);

export const blockOf = ({ bits }: Pick<Landmark, 'bits'>): number => bits >>> REST_BITS;

export const restOf = ({ bits }: Pick<Landmark, 'bits'>): number => bits & (2 ** REST_BITS - 1);

/** How many positions before and after a landmark are steadier at most. */
const BEFORE = 2;
const AFTER = 1;

/**
 * The index has the positions at which the sound is steadier than at those around, about a quarter of all. A
 * copy most likely has the same blocks there, also if it was altered, or begins between two positions.
 * @param most the maximum number of landmarks. If there are too many, the steadiest of equal parts are chosen.
 */
export function landmarksOf(fingerprint: Fingerprint, most: number): Landmark[] {
  const all = heardIn(fingerprint);
  const steadiest = all.filter((each, at) =>
    all.slice(Math.max(0, at - BEFORE), at + AFTER + 1).every((other) => bySteadiness(each, other) <= 0),
  );
  return thinned(steadiest, most).map(({ position, bits }) => ({ position, bits }));
}

interface Heard extends Landmark {
  /** How many bits of the block differ from those before and after. */
  readonly changes: number;
}

const heardIn = (fingerprint: Fingerprint): Heard[] =>
  Array.from(fingerprint, (sub, position) => {
    const bits = steadiestFirst(sub);
    const beside = [fingerprint[position - 1] ?? sub, fingerprint[position + 1] ?? sub];
    const changes = beside.map((other) => onesIn(blockOf({ bits: bits ^ steadiestFirst(other) })));
    return { position, bits, changes: (changes[0] ?? 0) + (changes[1] ?? 0) };
  });

function onesIn(number: number): number {
  let count = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Only the beginning of a sustained sound is looked up. */
const withoutRepetitions = (all: readonly Heard[]): Heard[] =>
  all.filter(({ bits }, at) => bits !== all[at - 1]?.bits);

/** @returns the steadiest of equal parts. */
function thinned(all: readonly Heard[], most: number): Heard[] {
  if (all.length <= most) return [...all];
  const parts = Map.groupBy(all, (_, index) => Math.floor((index * most) / all.length));
  return [...parts.values()].flatMap((part) => part.toSorted(bySteadiness).slice(0, 1)).slice(0, most);
}

/** A digest decides between equally steady ones, so that copies of a sound tend to have the same ones. */
const bySteadiness = (left: Heard, right: Heard): number =>
  left.changes - right.changes ||
  digestOf(blockOf(left)) - digestOf(blockOf(right)) ||
  left.position - right.position;

/** Spreads numbers evenly (the finalizer of MurmurHash3). */
function digestOf(block: number): number {
  let digest = Math.imul(block ^ (block >>> 16), 0x85ebca6b);
  digest = Math.imul(digest ^ (digest >>> 13), 0xc2b2ae35);
  return (digest ^ (digest >>> 16)) >>> 0;
}
