/**
 * What the comparison by sound costs on the table: `npm run -s bench -- sound-table 10000`. Writes a
 * catalogue of released tracks into a local table, indexes some as the service does, and searches for copies
 * of others.
 */
import { tracks } from '../../../shared/catalogue/api/tracks.ts';
import { newRecord } from '../../../shared/kit/records/store.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import type { Key } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { attempt } from '../../../shared/kit/work/attempt.ts';
import { releasedOnKey, releasedTrackKey } from '../../../shared/matching/keys.ts';
import { soundIndexingWork } from '../../../shared/matching/released/sound-indexing-work.ts';
import { landmarksOf } from '../../../shared/matching/rules/sound/landmarks.ts';
import { WHOLE_TRACK } from '../../../shared/matching/rules/sound/measured-silence.ts';
import type { Fingerprint } from '../../../shared/matching/rules/sound/sub-fingerprint.ts';
import { entryKey, findSounds } from '../../../shared/matching/sound/find-sounds.ts';
import { indexSound } from '../../../shared/matching/sound/index-sound.ts';
import { ANALYSIS_VERSION, analysisRow } from '../../../shared/matching/sound/kept-analysis.ts';
import { fingerprintRows } from '../../../shared/matching/sound/kept-fingerprints.ts';
import { batchesOf } from '../../../shared/platform/batches.ts';
import { api } from '../../../shared/service/api.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { rowsOf, writeRows } from '../../support/rows-of.ts';
import { startTable } from '../../support/table.ts';
import { type Figures, printReport, reportOf } from '../report.ts';
import { catalogue } from './catalogue.ts';
import type { AlterationName } from './copies.ts';
import { percent } from './percent.ts';
import { submittedCopies, submittedOthers } from './submitted.ts';

const OWNER = '1';
const ALBUM = '1';
/** Tracks that are indexed by the service, after the others. */
const INDEXED = 10;
const SEARCHES = 25;
const TRACKS_PER_WRITE = 100;
const COPIES: readonly AlterationName[] = [
  'none',
  'MP3, 64 kbit/s',
  'other speed within 2 %',
  'equalizer, 10 dB',
];

const idOf = (number: number): string => String(2_000_000_000 + number);
const md5Of = (number: number): string => number.toString(16).padStart(32, '0');

export async function soundTable(count: number): Promise<void> {
  const released = await catalogue(count);
  const stop = await startTable();
  console.error(`Writing ${count} tracks`);
  const numbered = [...released.entries()];
  for (const some of batchesOf(numbered, TRACKS_PER_WRITE))
    await writeRows(some.flatMap(([number, each]) => rowsOfTrack(number, each, number >= INDEXED)));
  const indexing = await indexed(numbered.slice(0, INDEXED));
  const searches: Record<string, Record<string, number>> = {};
  for (const name of COPIES) searches[name] = await searched(name);
  searches['another song of 60 s'] = await searchedOthers();
  printReport(
    reportOf({ 'Indexing, a track of 60 s': indexing, [`Search among ${count} tracks`]: searches }),
  );
  await stop();
}

function rowsOfTrack(number: number, fingerprint: Fingerprint, isIndexed: boolean): (Item & Key)[] {
  const id = idOf(number);
  const md5 = md5Of(number);
  const fields = { title: `Track ${number}`, 'full-audiofile-url': `https://files.example/${id}`, md5 };
  const record = newRecord({ now: new Date() }, tracks, { id, ownerId: OWNER, fields });
  const released = {
    ...{ trackId: id, albumId: ALBUM, title: fields.title, artists: [], isrc: null },
    ...{ albumTitle: 'Album', label: null, upc: null, releaseDate: '2026-01-01' },
  };
  const entries = isIndexed ? landmarksOf(fingerprint, 10_000) : [];
  return [
    ...rowsOf(definitions, [record]),
    ...fingerprintRows(id, { speed: 1, fingerprint }, md5),
    { ...releasedOnKey(id, ALBUM) },
    { ...releasedTrackKey(ALBUM, id), ...released },
    ...entries.map((landmark) => ({ ...entryKey(landmark, id) })),
  ];
}

const measurements = {
  ...{
    duration: 60,
    format: null,
    'bit-depth': null,
    'sample-rate': 11_025,
    channels: 1,
    loudness: -14,
    peak: -1,
  },
  ...{ 'silence-at-start': 0, 'silence-at-end': 0, clipping: 0, warnings: [] },
};

async function indexed(some: readonly (readonly [number, Fingerprint])[]): Promise<Figures> {
  let [writeUnits, readUnits, entries, keyBytes] = [0, 0, 0, 0];
  for (const [number, fingerprint] of some) {
    const [id, url] = [idOf(number), `https://files.example/${idOf(number)}`];
    const analysis = {
      version: ANALYSIS_VERSION,
      url,
      etag: null,
      size: null,
      md5: md5Of(number),
      measurements,
    };
    const started = new Table();
    await started.putMany([analysisRow(id, analysis)]);
    await started.commit([soundIndexingWork.start({ trackId: id, ownerId: OWNER }, new Date())]);
    const table = new Table();
    const line = await attempt(indexSound(api), { id, attempt: 0 }, { table });
    if (line.outcome === 'fault') throw new Error(JSON.stringify(line));
    writeUnits += table.meter.writeUnits;
    readUnits += table.meter.readUnits;
    const keys = landmarksOf(fingerprint, 10_000).map((landmark) => entryKey(landmark, id));
    entries += keys.length;
    keyBytes += keys.reduce((sum, { pk, sk }) => sum + pk.length + sk.length + BYTES_OF_NAMES, 0);
  }
  const each = (sum: number): number => Math.round(sum / some.length);
  return {
    track: {
      entries: each(entries),
      'write units': each(writeUnits),
      'read units': each(readUnits),
      'bytes of entries': each(keyBytes),
      'bytes stored': each(keyBytes + entries * BYTES_OF_STORAGE),
      'bytes of five fingerprints': 5 * Math.round((some[0]?.[1].length ?? 0) * 4 * (4 / 3)),
    },
  };
}

/** `pk` and `sk`. */
const BYTES_OF_NAMES = 4;
/** DynamoDB counts 100 bytes for each row when it charges for storage. */
const BYTES_OF_STORAGE = 100;

async function searched(name: AlterationName): Promise<Record<string, number>> {
  const copies = await submittedCopies(name, { seconds: 30, count: SEARCHES });
  return measured(copies.map(({ number, fingerprints }) => ({ trackId: idOf(number), fingerprints })));
}

const searchedOthers = async (): Promise<Record<string, number>> =>
  measured((await submittedOthers('song', SEARCHES)).map((fingerprints) => ({ trackId: '', fingerprints })));

async function measured(
  searches: readonly {
    readonly trackId: string;
    readonly fingerprints: Parameters<typeof findSounds>[1]['fingerprints'];
  }[],
): Promise<Record<string, number>> {
  const table = new Table();
  let [right, wrong] = [0, 0];
  const started = performance.now();
  for (const { trackId, fingerprints } of searches) {
    const found = await findSounds(table, { trackId: '1', ownerId: '1', fingerprints, span: WHOLE_TRACK });
    const ids = found.map(({ released }) => released.trackId);
    right += ids.filter((id) => id === trackId).length;
    wrong += ids.filter((id) => id !== trackId).length;
  }
  const each = (sum: number): number => Math.round(sum / searches.length);
  return {
    'found, %': percent(right, searches.length),
    'other tracks found': wrong,
    calls: each(table.meter.calls),
    'read units': each(table.meter.readUnits),
    milliseconds: each(performance.now() - started),
  };
}
