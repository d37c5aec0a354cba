/** The fingerprints of the corpus as a catalogue of released tracks. */
import type { Fingerprint } from '../../../shared/matching/rules/sound/sub-fingerprint.ts';
import { fingerprintsOf, track } from '../../support/audio/corpus/tracks.ts';
import { kept } from './kept.ts';

/** The duration of each track. */
export const SECONDS = 60;
const PER_FILE = 250;
const sources = ['instruments.ts', 'noises.ts', 'song.ts', 'tracks.ts'];

/**
 * @returns the fingerprints of the tracks with the numbers from 0. Ten thousand take about twenty minutes.
 */
export async function catalogue(count: number): Promise<Fingerprint[]> {
  const found: Fingerprint[] = [];
  for (let from = 0; from < count; from += PER_FILE) {
    const numbers = await kept(String(from), { sources, compute: () => computed(from) });
    found.push(...numbers.map((each) => Uint32Array.from(each)));
  }
  return found.slice(0, count);
}

async function computed(from: number): Promise<number[][]> {
  const all: number[][] = [];
  for (let number = from; number < from + PER_FILE; number++) {
    const [fingerprint = []] = await fingerprintsOf([track(number, SECONDS)]);
    all.push([...fingerprint]);
  }
  return all;
}
