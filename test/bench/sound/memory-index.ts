/**
 * The index by sound in memory, with the blocks and limits of the one on the table
 * (`shared/matching/sound/find-sounds.ts`).
 */
import { ENTRIES_PER_BLOCK } from '../../../shared/matching/sound/find-sounds.ts';
import {
  blockOf,
  type Landmark,
  landmarksOf,
  probesOf,
  REST_BITS,
} from '../../../shared/matching/sound/rules/landmarks.ts';
import type { Fingerprint } from '../../../shared/matching/sound/rules/sub-fingerprint.ts';
import type { Hit } from '../../../shared/matching/sound/rules/votes.ts';

const EACH_SIDE = ENTRIES_PER_BLOCK / 2;

export class MemoryIndex {
  readonly released: readonly Fingerprint[];
  /** Of each entry, in the order of the table: by bits, then by track. */
  readonly #bits: Uint32Array;
  readonly #tracks: Uint32Array;
  readonly #positions: Uint32Array;

  constructor(released: readonly Fingerprint[]) {
    this.released = released;
    const entries = released.map((fingerprint) => landmarksOf(fingerprint, 10_000));
    const count = entries.reduce((sum, { length }) => sum + length, 0);
    const unsorted = { track: new Uint32Array(count), position: new Uint32Array(count) };
    const order = new BigUint64Array(count);
    let at = 0;
    for (const [track, landmarks] of entries.entries())
      for (const { bits, position } of landmarks) {
        unsorted.track[at] = track;
        unsorted.position[at] = position;
        order[at] = (BigInt(bits) << 32n) | BigInt(at++);
      }
    order.sort();
    this.#bits = Uint32Array.from(order, (key) => Number(key >> 32n));
    this.#tracks = Uint32Array.from(order, (key) => unsorted.track[Number(key & 0xffffffffn)] ?? 0);
    this.#positions = Uint32Array.from(order, (key) => unsorted.position[Number(key & 0xffffffffn)] ?? 0);
  }

  get size(): number {
    return this.#bits.length;
  }

  /**
   * @param times how many times as large the index is thought to be. A hit is then kept with the likelihood
   * that it would be among the entries read.
   */
  hitsOf(fingerprints: readonly Fingerprint[], times = 1): Hit[] {
    return probesOf(fingerprints).flatMap(({ landmark, speed }) =>
      this.#near(landmark, times).map((entry) => ({
        trackId: String(this.#tracks[entry]),
        speed,
        offset: (this.#positions[entry] ?? 0) - landmark.position,
      })),
    );
  }

  /** @returns how many entries each block in use has. */
  blocks(): number[] {
    const counts: number[] = [];
    let last = -1;
    for (const bits of this.#bits) {
      const block = blockOf({ bits });
      if (block === last) counts.push((counts.pop() ?? 0) + 1);
      else counts.push(1);
      last = block;
    }
    return counts;
  }

  #near(landmark: Landmark, times: number): number[] {
    const block = blockOf(landmark);
    const [from, to] = [this.#placeOf(block * 2 ** REST_BITS), this.#placeOf((block + 1) * 2 ** REST_BITS)];
    const place = this.#placeOf(landmark.bits);
    const isLarge = (to - from) * times >= ENTRIES_PER_BLOCK;
    const entries: number[] = [];
    for (let entry = from; entry < to; entry++) {
      const rank = entry < place ? place - 1 - entry : entry - place;
      if (!isLarge || isRead(rank, times, landmark.position)) entries.push(entry);
    }
    return entries;
  }

  /** @returns the place of the first entry with these bits or later ones. */
  #placeOf(bits: number): number {
    let [from, to] = [0, this.#bits.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#bits[middle] ?? 0) < bits) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

/** The golden ratio spreads the choices evenly. */
const isRead = (rank: number, times: number, choice: number): boolean =>
  times === 1 ? rank < EACH_SIDE : (choice * 0.618_033_988_7) % 1 < EACH_SIDE / (times * (rank + 0.5));
