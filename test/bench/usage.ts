/**
 * node test/bench/usage.ts [lines] [tracks] [tracks of an owner]: imports a report of a million lines into a local table,
 * makes the analytics report of one owner's first day, and measures memory, time and units. Not part of `npm run bench`: it
 * takes about a minute.
 */

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tracks } from '../../shared/catalogue/api/tracks.ts';
import { newRow } from '../../shared/kit/records/rows.ts';
import { newRecord } from '../../shared/kit/records/store.ts';
import { linkListKey } from '../../shared/kit/table/keys.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { attempt } from '../../shared/kit/work/attempt.ts';
import { Bucket } from '../../shared/platform/bucket/bucket.ts';
import { countryData } from '../../shared/reference/data/countries.ts';
import { api } from '../../shared/service/api.ts';
import { analyticsReports } from '../../shared/usage/api/analytics-reports.ts';
import { findImport, startImport } from '../../shared/usage/import/start-import.ts';
import { takeImport } from '../../shared/usage/import/take-import.ts';
import { usageWork } from '../../shared/usage/import/usage-import.ts';
import { reportObject } from '../../shared/usage/import/usage-objects.ts';
import { writeReport } from '../../shared/usage/reports/write-report.ts';
import { startTable } from '../support/table.ts';
import { startBucket } from './bucket.ts';

const [lineCount = 1_000_000, trackCount = 5000, tracksPerOwner = 500] = process.argv.slice(2).map(Number);
const COUNTRIES = 200;
const TRACKS_PER_ALBUM = 10;

const now = new Date();
const idOf = (base: number, index: number): string => String(base + index);
const isrcOf = (index: number): string => `DEAB1${String(index).padStart(7, '0')}`;

/** Tracks on albums of several owners, each with an artist of that album alone. */
async function seed(): Promise<void> {
  const rows = Array.from({ length: trackCount }, (_, index) => {
    const ownerId = idOf(1e9, Math.floor(index / tracksPerOwner));
    const album = Math.floor(index / TRACKS_PER_ALBUM);
    const id = idOf(2e9, index);
    const fields = {
      title: `Track ${index}`,
      'isrc-code': isrcOf(index),
      'oldest-album': idOf(3e9, album),
      'delivered-isrc': isrcOf(index),
    };
    const record = newRecord({ now }, tracks, { id, ownerId, fields });
    const list = linkListKey(
      ownerId,
      { type: 'tracks', id },
      { type: 'track-artists', link: 'track', bucket: 0 },
    );
    const linking = { id: '1', ids: { artist: idOf(4e9, album), 'artist-role': '1' } };
    return [newRow(tracks, api.keys.tracks, { record, counts: {} }), { ...list, ':1': linking, length: 1 }];
  });
  await new Table().putMany(rows.flat());
}

/** Days in turn, so that every day has all its lines in all countries. */
function* report(): Generator<string> {
  const countries = countryData
    .rows()
    .slice(0, COUNTRIES)
    .map((country) => country['alpha2-code']);
  let text = 'date,dsp_id,country,isrc,plays,revenue,currency\n';
  for (let index = 0; index < lineCount; index++) {
    const country = countries[index % COUNTRIES];
    const track = Math.floor(index / COUNTRIES) % trackCount;
    const day = 1 + (Math.floor(index / COUNTRIES / trackCount) % 28);
    const plays = (index * 7919) % 10_007;
    text += `2026-01-${String(day).padStart(2, '0')},1,${country},${isrcOf(track)},${plays},${plays / 1000},EUR\n`;
    if (text.length < 1 << 20) continue;
    yield text;
    text = '';
  }
  yield text;
}

const directory = mkdtempSync(join(tmpdir(), 'usage-bench-'));
const stopTable = await startTable();
const stopBucket = await startBucket(directory);
const bucket = new Bucket('packages');
await seed();
const hash = createHash('sha256');
let bytes = 0;
for (const text of report()) {
  hash.update(text);
  bytes += Buffer.byteLength(text);
}
const sha256 = hash.digest('hex');
await bucket.create(reportObject(sha256), report());
const megabytes = (size: number) => `${Math.round(size / 1024 ** 2)} MB`;
const idle = process.memoryUsage.rss();

const table = new Table();
const started = await startImport({ table, now }, { name: 'bench', sha256, bytes });
const timer = setInterval(() => {}, 1000);
const from = performance.now();
const line = await attempt(
  { kind: usageWork, log: 'usage', make: (each) => takeImport(each, bucket) },
  { id: started.importId, attempt: 0 },
  { table },
);
const seconds = (performance.now() - from) / 1000;
clearInterval(timer);
const { counts } = (await findImport(table, 'bench')) ?? {};
const { calls, readUnits, writeUnits } = table.meter;
console.log({
  outcome: line.outcome,
  counts,
  file: megabytes(bytes),
  seconds: Math.round(seconds * 10) / 10,
  linesPerSecond: Math.round(lineCount / seconds),
  calls,
  readUnits,
  writeUnits,
  writeUnitsPerLine: writeUnits / lineCount,
  memoryBefore: megabytes(idle),
  memoryCeiling: megabytes(process.resourceUsage().maxRSS * 1024),
});

const fields = { 'dsp-id': 1, date: '2026-01-01' } as const;
const asked = newRecord({ now }, analyticsReports, { id: '1', ownerId: idOf(1e9, 0), fields });
const reading = new Table();
const reportFrom = performance.now();
const records = await writeReport(asked, { table: reading, bucket });
console.log({
  reportRecords: records,
  seconds: Math.round((performance.now() - reportFrom) / 100) / 10,
  readUnits: reading.meter.readUnits,
  memory: megabytes(process.memoryUsage.rss()),
});
stopBucket();
await stopTable();
rmSync(directory, { recursive: true });
process.exit();
