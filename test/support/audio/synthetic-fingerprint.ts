/** Fingerprints without sound: any numbers, so that unrelated ones differ in half of their bits. */
import type { Fingerprint } from '../../../shared/matching/rules/sound/sub-fingerprint.ts';
import { SeededRandom } from '../catalogue/random.ts';

export function syntheticFingerprint(seed: number, length: number): Fingerprint {
  const random = new SeededRandom(seed);
  return Uint32Array.from({ length }, () => Math.floor(random.next() * 2 ** 32));
}

/** Changes this share of all bits. */
export function withNoise(fingerprint: Fingerprint, share: number, seed = 1): Fingerprint {
  const random = new SeededRandom(seed);
  return fingerprint.map((sub) => {
    let changed = sub;
    for (let bit = 0; bit < 32; bit++) if (random.happens(share)) changed ^= 1 << bit;
    return changed >>> 0;
  });
}

export const concatenated = (...parts: readonly Fingerprint[]): Fingerprint =>
  Uint32Array.from(parts.flatMap((part) => [...part]));
