/** Encoded melodies (`fixtures/README.md`), and the print of what was encoded. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fingerprints } from '../../../shared/audio/fingerprint/fingerprints.ts';
import { once } from '../../../shared/platform/once.ts';
import { melody } from './sounds.ts';

export const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'fixtures', name));

export const originalPrint = once(async (): Promise<Uint32Array> => {
  const rate = 22_050;
  const fingerprints = await Fingerprints.start(rate, [1]);
  fingerprints.add([melody(7, { seconds: 4, rate })]);
  return fingerprints.finish().get(1) ?? new Uint32Array();
});

/** @returns how many of 32 bits differ on average, item by item. 16 is chance. */
export function distance(a: Uint32Array, b: Uint32Array): number {
  const length = Math.min(a.length, b.length);
  let different = 0;
  for (let item = 0; item < length; item++) different += bitsOf((a[item] ?? 0) ^ (b[item] ?? 0));
  return different / length;
}

const bitsOf = (value: number): number => (value >>> 0).toString(2).replaceAll('0', '').length;
