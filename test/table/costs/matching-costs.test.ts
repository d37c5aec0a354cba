/** Exact table costs of comparing one track, which do not grow with the released catalogue. */
import { expect, it } from 'vitest';
import { Table } from '../../../shared/kit/table/table.ts';
import { MAX_MATCHES } from '../../../shared/matching/lists/replace-matches.ts';
import type { ReleasedTrack } from '../../../shared/matching/released/released-track.ts';
import { releasedWrites } from '../../../shared/matching/released/released-writes.ts';
import { findMatches } from '../../../shared/matching/text/find-matches.ts';
import { withTable } from '../../support/table.ts';

const PER_TRANSACTION = 20;
const FEW = 100;
const MANY = 1000;

const track = (number: number, given: Partial<ReleasedTrack>): ReleasedTrack => ({
  trackId: String(1000 + number),
  albumId: String(500_000 + number),
  title: 'Amber Lantern',
  artists: ['Nia Calder'],
  isrc: null,
  iswc: null,
  albumTitle: 'Kind of Green',
  label: 'Blue Room',
  upc: '850001000314',
  releaseDate: '2026-11-30',
  ...given,
});

/** Unordered letters, because numbers distinguish titles. */
const letters = (number: number): string =>
  [...String((number * 7919) % 10_000).padStart(4, '0')].map((digit) => 'bcdfghjklm'[Number(digit)]).join('');

/** Tracks of one ISRC, artist or title, which share three blocks of the index. This is the worst case. */
const made = (number: number): ReleasedTrack =>
  track(number, {
    isrc: 'DEAB12600001',
    ...(number % 2 === 0
      ? { title: `Amber Lantern ${letters(number)}` }
      : { artists: [`Nia Calder ${letters(number)}`] }),
  });

async function release(from: number, to: number): Promise<void> {
  const table = new Table();
  for (let start = from; start < to; start += PER_TRANSACTION) {
    const some = Array.from({ length: Math.min(PER_TRANSACTION, to - start) }, (_, index) =>
      made(start + index),
    );
    await table.commit(some.flatMap((each) => releasedWrites(undefined, each)));
  }
}

async function costOfMatching(title: string, isrc: string | null) {
  const table = new Table();
  const submitted = track(0, { trackId: '1', isrc, title, artists: ['Nia Calder', 'Nia Calder hbbb'] });
  const found = await findMatches(table, submitted);
  const { calls, readUnits, writeUnits } = table.meter;
  // A match costs one unit, because it shows more than is compared.
  return { calls, lookupUnits: readUnits - found.length, found: found.length, writeUnits };
}

withTable();

it(`comparing a track costs the same among ${FEW} released tracks as among ${MANY}`, async () => {
  await release(0, FEW);
  const few = await costOfMatching('Amber Lantern hbbb', 'DEAB12600001');
  await release(FEW, MANY);
  const many = await costOfMatching('Amber Lantern hbbb', 'DEAB12600001');
  expect({ ...many, found: 0 }).toEqual({ ...few, found: 0 });
  expect(many).toEqual({ calls: 10, lookupUnits: 12, found: MAX_MATCHES, writeUnits: 0 });
});

it('comparing a track without similar ones costs about one unit per query', async () => {
  expect(await costOfMatching('Streetlights', 'DEAB12600002')).toEqual({
    calls: 9,
    lookupUnits: 10,
    found: 0,
    writeUnits: 0,
  });
});

it('comparing a track among others with the longest names costs a bounded number of units', async () => {
  // For comparison, each character expands to eighteen letters.
  const longest = (number: number) =>
    Array.from({ length: 40 }, (_, index) => `${letters(number)}${letters(index)}${'\ufdfa'.repeat(240)}`);
  const table = new Table();
  for (let number = 20_000; number < 20_050; number++) {
    const hostile = track(number, { title: 'Velvet Ostrich', artists: longest(number) });
    await table.commit(releasedWrites(undefined, hostile));
  }
  const reading = new Table();
  const submitted = track(0, { trackId: '1', title: 'Velvet Ostrich', artists: longest(1) });
  await findMatches(reading, submitted);
  expect(reading.meter.readUnits).toBeLessThan(300);
});
