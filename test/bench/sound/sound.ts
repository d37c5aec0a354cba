/**
 * The quality of the comparison by sound, with the index in memory: `npm run -s bench -- sound [tracks]
 * [copies] [others]`. What is computed from the corpus is kept for the next run; the first takes about an
 * hour with 10,000 tracks.
 */
import type { Kind } from '../../support/audio/corpus/tracks.ts';
import { type Figures, printReport, reportOf } from '../report.ts';
import { catalogue } from './catalogue.ts';
import { type AlterationName, alterations } from './copies.ts';
import { errorsOf } from './errors.ts';
import { MemoryIndex } from './memory-index.ts';
import { percent } from './percent.ts';
import { type Compared, search } from './searches.ts';
import { type SubmittedCopy, submittedCopies, submittedOthers } from './submitted.ts';

const NAMES = Object.keys(alterations) as AlterationName[];
/** Evidence from which a range could count. */
const THRESHOLDS = [4, 4.5, 5, 5.5, 6, 7, 8, 10];

interface Searched {
  readonly copy: SubmittedCopy;
  readonly found: readonly Compared[];
}

export async function sound(tracks = 2000, copies = 100, others = 500): Promise<void> {
  const index = new MemoryIndex(await catalogue(tracks));
  const [short, long] = [new Map<AlterationName, Searched[]>(), new Map<AlterationName, Searched[]>()];
  for (const name of NAMES) {
    console.error(`Searching: ${name}`);
    short.set(name, searched(index, await submittedCopies(name, { seconds: 15, count: copies })));
    long.set(name, searched(index, await submittedCopies(name, { seconds: 30, count: copies })));
  }
  const songs = await foundAmongOthers(index, 'song', others);
  const report = {
    [`Copies of 15 s, found among ${tracks} tracks`]: table(short),
    'Copies of 30 s': table(long),
    'Other tracks': {
      songs: figuresOf(songs, { others, tracks }),
      ...(await otherKinds(index, Math.min(others, 40))),
    },
    'Least evidence': curve(short, songs),
    'Entries of the index': occupancy(index),
    'Found in a larger index, %': await larger(index, tracks, copies),
  };
  printReport(reportOf(report));
}

const searched = (index: MemoryIndex, copies: readonly SubmittedCopy[], times = 1): Searched[] =>
  copies.map((copy) => ({ copy, found: search(index, copy.fingerprints, times) }));

const theTrack = ({ copy, found }: Searched): Compared | undefined =>
  found.find(({ number }) => number === copy.number);

const table = (all: ReadonlyMap<AlterationName, readonly Searched[]>): Figures =>
  Object.fromEntries(Array.from(all, ([name, searches]) => [name, rowOf(searches)]));

function rowOf(searches: readonly Searched[]): Record<string, number> {
  const right = searches.flatMap((each) => {
    const sound = theTrack(each)?.sound;
    return sound ? [{ sound, range: each.copy.range }] : [];
  });
  const wrong = searches.flatMap(({ copy, found }) =>
    found.filter(({ number, sound }) => number !== copy.number && sound !== undefined),
  );
  return {
    'candidate, %': percent(searches.filter(theTrack).length, searches.length),
    'found, %': percent(right.length, searches.length),
    'other tracks found': wrong.length,
    score: Math.round(right.reduce((sum, { sound }) => sum + sound.score, 0) / Math.max(1, right.length)),
    ...errorsOf(right),
  };
}

/** @returns all candidates of tracks that are not in the catalogue. */
async function foundAmongOthers(index: MemoryIndex, kind: Kind, count: number): Promise<Compared[]> {
  return (await submittedOthers(kind, count)).flatMap((submitted) => search(index, submitted));
}

async function otherKinds(index: MemoryIndex, others: number): Promise<Figures> {
  const rows: Record<string, Record<string, number>> = {};
  for (const kind of ['solo', 'speech', 'wind'] as const) {
    const found = await foundAmongOthers(index, kind, others);
    rows[kind] = figuresOf(found, { others, tracks: index.released.length });
  }
  return rows;
}

const figuresOf = (
  found: readonly Compared[],
  { others, tracks }: { readonly others: number; readonly tracks: number },
): Record<string, number> => ({
  pairs: others * tracks,
  found: found.filter(({ sound }) => sound !== undefined).length,
  'most evidence': Math.round(10 * Math.max(0, ...found.map(({ evidence }) => evidence))) / 10,
});

function curve(
  copies: ReadonlyMap<AlterationName, readonly Searched[]>,
  songs: readonly Compared[],
): Figures {
  const altered = [...copies.values()].flat();
  const rowAt = (least: number) => ({
    'pairs of other songs found': songs.filter(({ evidence }) => evidence >= least).length,
    'copies found, %': percent(
      altered.filter((each) => (theTrack(each)?.evidence ?? 0) >= least).length,
      altered.length,
    ),
  });
  return Object.fromEntries(THRESHOLDS.map((least) => [`${least}`, rowAt(least)]));
}

/** Of the blocks in use, by the share of entries in blocks of this size. */
function occupancy(index: MemoryIndex): Figures {
  const blocks = index.blocks().toSorted((left, right) => left - right);
  const atEntry = (share: number): number => {
    let passed = 0;
    for (const size of blocks) {
      passed += size;
      if (passed >= share * index.size) return size;
    }
    return 0;
  };
  return {
    index: {
      'per track': Math.round(index.size / index.released.length),
      'blocks in use': blocks.length,
      'block of the median entry': atEntry(0.5),
      'of the 95th percentile': atEntry(0.95),
      'largest block': blocks.at(-1) ?? 0,
    },
  };
}

/** The sizes that an index is thought to have, as multiples of tracks. */
async function larger(index: MemoryIndex, tracks: number, copies: number): Promise<Figures> {
  const rows: Record<string, Record<string, number>> = {};
  for (const name of NAMES) {
    const submitted = await submittedCopies(name, { seconds: 30, count: copies });
    rows[name] = Object.fromEntries(
      [100_000, 1_000_000].map((size) => {
        const found = searched(index, submitted, size / tracks).filter((each) => theTrack(each)?.sound);
        return [`${size / 1000},000 tracks`, percent(found.length, submitted.length)];
      }),
    );
  }
  return rows;
}
