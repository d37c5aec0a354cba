/** The fingerprints of submitted tracks: copies of tracks of the catalogue, and tracks that are not in it. */

import type { AtSpeed, TimeRange } from '../../../shared/matching/rules/sound/equal-ranges.ts';
import { SPEEDS } from '../../../shared/matching/sound/kept-fingerprints.ts';
import { fingerprintsOf, type Kind, kinds } from '../../support/audio/corpus/tracks.ts';
import { SECONDS } from './catalogue.ts';
import { type AlterationName, copyOf, UNRELEASED } from './copies.ts';
import { kept } from './kept.ts';

export interface SubmittedCopy {
  /** Of the track of the catalogue. */
  readonly number: number;
  readonly range: TimeRange;
  readonly fingerprints: readonly AtSpeed[];
}

/** Of the tracks of the catalogue, every seventh is copied, so that all kinds are. */
const STEP = 7;
const PER_FILE = 20;
const sources = [
  'instruments.ts',
  'song.ts',
  'noises.ts',
  'tracks.ts',
  'alterations.ts',
  'mp3.ts',
  'copies.ts',
];

const atSpeeds = (fingerprints: readonly (readonly number[])[]): AtSpeed[] =>
  fingerprints.map((items, index) => ({ speed: SPEEDS[index] ?? 1, fingerprint: Uint32Array.from(items) }));

async function numbersOf(channels: readonly Float32Array[], rate?: number): Promise<number[][]> {
  const found = await fingerprintsOf(channels, { speeds: SPEEDS, ...(rate !== undefined && { rate }) });
  return found.map((fingerprint) => [...fingerprint]);
}

export async function submittedCopies(
  name: AlterationName,
  { seconds, count }: { readonly seconds: number; readonly count: number },
): Promise<SubmittedCopy[]> {
  const copies: SubmittedCopy[] = [];
  for (let from = 0; from < count; from += PER_FILE) {
    const numbers = Array.from({ length: PER_FILE }, (_, index) => (from + index) * STEP);
    const compute = () => allInTurn(numbers, (number) => computedCopy(number, name, seconds));
    const some = await kept(`${name} ${seconds} ${from}`, { sources, compute });
    copies.push(...some.map((each) => ({ ...each, fingerprints: atSpeeds(each.fingerprints) })));
  }
  return copies.slice(0, count);
}

async function computedCopy(number: number, name: AlterationName, seconds: number) {
  const { channels, rate, range } = await copyOf(number, name, seconds);
  return { number, range, fingerprints: await numbersOf(channels, rate) };
}

/** @returns tracks of a kind that are not in the catalogue. */
export async function submittedOthers(kind: Kind, count: number): Promise<(readonly AtSpeed[])[]> {
  const others: (readonly AtSpeed[])[] = [];
  for (let from = 0; from < count; from += PER_FILE) {
    const numbers = Array.from({ length: PER_FILE }, (_, index) => UNRELEASED + from + index);
    const compute = () => allInTurn(numbers, (number) => numbersOf([kinds[kind](number, SECONDS)]));
    const some = await kept(`${kind} ${from}`, { sources: sources.slice(0, 4), compute });
    others.push(...some.map(atSpeeds));
  }
  return others.slice(0, count);
}

async function allInTurn<T, R>(all: readonly T[], make: (each: T) => Promise<R>): Promise<R[]> {
  const made: R[] = [];
  for (const each of all) made.push(await make(each));
  return made;
}
