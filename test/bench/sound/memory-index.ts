/**
 * The index by sound in memory, with the blocks and limits of the one on the table
 * (`shared/matching/sound/find-sounds.ts`).
 */

import {
  blockOf,
  type Landmark,
  landmarksOf,
  probesOf,
  REST_BITS,
} from '../../../shared/matching/rules/sound/landmarks.ts';
import { type Fingerprint, steadiestFirst } from '../../../shared/matching/rules/sound/sub-fingerprint.ts';
import type { Hit } from '../../../shared/matching/rules/sound/votes.ts';
import { ENTRIES_PER_READ } from '../../../shared/matching/sound/find-sounds.ts';

/** Sub-fingerprints that begin with the same bits, among which the share in the index is counted. */
const REGION_BITS = 10;

export class MemoryIndex {
  readonly released: readonly Fingerprint[];
  /** Of the entries in the index, in the order of the table. */
  readonly #indexed: Sorted;
  /** Of all sub-fingerprints, of which there are more nearer ones to count. */
  readonly #heard: Sorted;
  /** The share of the sub-fingerprints of a region that is in the index. */
  readonly #shares: readonly number[];

  constructor(released: readonly Fingerprint[]) {
    this.released = released;
    this.#indexed = new Sorted(released.map((each) => landmarksOf(each, 10_000)));
    this.#heard = new Sorted(
      released.map((each) => Array.from(each, (sub, position) => ({ position, bits: steadiestFirst(sub) }))),
    );
    const [indexed, heard] = [this.#indexed.countByRegion(), this.#heard.countByRegion()];
    this.#shares = heard.map((count, region) => (indexed[region] ?? 0) / Math.max(1, count));
  }

  get size(): number {
    return this.#indexed.bits.length;
  }

  /**
   * @param times how many times as large the index is thought to be. A hit is then kept with the likelihood
   * that it would be among the entries read.
   */
  hitsOf(fingerprints: readonly Fingerprint[], times = 1): Hit[] {
    const { tracks, positions } = this.#indexed;
    return probesOf(fingerprints).flatMap(({ landmark, speed }) =>
      this.#near(landmark, times).map((entry) => ({
        trackId: String(tracks[entry]),
        speed,
        offset: (positions[entry] ?? 0) - landmark.position,
      })),
    );
  }

  /** @returns how many entries each block in use has. */
  blocks(): number[] {
    const counts: number[] = [];
    let last = -1;
    for (const bits of this.#indexed.bits) {
      const block = blockOf({ bits });
      if (block === last) counts.push((counts.pop() ?? 0) + 1);
      else counts.push(1);
      last = block;
    }
    return counts;
  }

  #near({ bits, position }: Landmark, times: number): number[] {
    const block = blockOf({ bits });
    const [from, to] = [block, block + 1].map((each) => this.#indexed.placeOf(each * 2 ** REST_BITS));
    const place = this.#indexed.placeOf(bits);
    const entries = Array.from({ length: (to ?? 0) - (from ?? 0) }, (_, index) => (from ?? 0) + index);
    if (entries.length * times < ENTRIES_PER_READ) return entries;
    if (times === 1) return entries.filter((entry) => rankOf(entry, place) < ENTRIES_PER_READ);
    const share = this.#shares[bits >>> (32 - REGION_BITS)] ?? 0;
    const heardPlace = this.#heard.placeOf(bits);
    return entries.filter((entry) => {
      const nearer = this.#heard.nearerThan(this.#indexed.bits[entry] ?? 0, heardPlace);
      // The golden ratio spreads the choices evenly.
      return (position * 0.618_033_988_7) % 1 < ENTRIES_PER_READ / (times * share * nearer);
    });
  }
}

/** How many entries on the same side are nearer. */
const rankOf = (entry: number, place: number): number => (entry < place ? place - 1 - entry : entry - place);

/** Landmarks of tracks by bits, then by track. */
class Sorted {
  readonly bits: Uint32Array;
  readonly tracks: Uint32Array;
  readonly positions: Uint32Array;

  constructor(all: readonly (readonly Landmark[])[]) {
    const count = all.reduce((sum, { length }) => sum + length, 0);
    const unsorted = { track: new Uint32Array(count), position: new Uint32Array(count) };
    const order = new BigUint64Array(count);
    let at = 0;
    for (const [track, landmarks] of all.entries())
      for (const { bits, position } of landmarks) {
        unsorted.track[at] = track;
        unsorted.position[at] = position;
        order[at] = (BigInt(bits) << 32n) | BigInt(at++);
      }
    order.sort();
    this.bits = Uint32Array.from(order, (key) => Number(key >> 32n));
    this.tracks = Uint32Array.from(order, (key) => unsorted.track[Number(key & 0xffffffffn)] ?? 0);
    this.positions = Uint32Array.from(order, (key) => unsorted.position[Number(key & 0xffffffffn)] ?? 0);
  }

  /** @returns the place of the first one with these bits or later ones. */
  placeOf(bits: number): number {
    let [from, to] = [0, this.bits.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.bits[middle] ?? 0) < bits) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** @returns how many are between a place and one with these bits, of which half of the equal ones come first. */
  nearerThan(bits: number, place: number): number {
    const [first, next] = [this.placeOf(bits), this.placeOf(bits + 1)];
    return (first < place ? place - next : first - place) + (next - first) / 2;
  }

  countByRegion(): number[] {
    const counts = Array.from({ length: 2 ** REGION_BITS }, () => 0);
    for (const bits of this.bits) {
      const region = bits >>> (32 - REGION_BITS);
      counts[region] = (counts[region] ?? 0) + 1;
    }
    return counts;
  }
}
