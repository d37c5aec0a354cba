/** Plays of an owner's tracks, albums and artists, by month, DSP and import. Trends are made of them. */
import * as v from 'valibot';
import { albums } from '../../catalogue/api/albums.ts';
import { artists } from '../../catalogue/api/artists.ts';
import { tracks } from '../../catalogue/api/tracks.ts';
import { recordNeed } from '../../kit/moves/moved-file.ts';
import { readPartitions } from '../../kit/moves/read-partitions.ts';
import { rowFile } from '../../kit/moves/row-file.ts';
import type { Item, Json } from '../../kit/table/item.ts';
import { ownerKey, recordKey } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { required } from '../../kit/values/required.ts';
import { tupleOf } from '../../kit/values/tuple-of.ts';
import { readPlaysSort, usageIndexKey, usagePlaysKey } from '../keys.ts';
import { movedWrites } from '../rows/moved-rows.ts';
import { type Cell, cellOf, countryOf, unpackPlays } from '../rows/pack-plays.ts';
import { playsRows, type UsageRow as Row } from '../rows/usage-rows.ts';
import { dateOf } from '../trends/play-groups.ts';
import { importConflict } from './import-conflict.ts';
import { country, day, importId, month, playCount, recordId, run } from './usage-values.ts';

const subjectTypes = [albums.type, artists.type, tracks.type] as const;

const schema = v.strictObject({
  owner: recordId,
  subject: v.strictObject({ type: v.picklist(subjectTypes), id: recordId }),
  month,
  dsp: recordId,
  album: v.nullable(recordId),
  import: importId,
  run,
  /** By day and country. */
  plays: v.record(day, v.record(country, playCount)),
});

/** Subjects that are read concurrently. */
const PER_READ = 20;

export const usagePlayFile = rowFile({
  name: 'usage-plays',
  schema,
  read: ({ table }, owner, after) =>
    readPartitions(
      table,
      {
        following: (name) => subjectsAfter(table, owner, name),
        partitionOf: (name) =>
          usageIndexKey({ subject: subjectOf(name), month: '', dsp: '', album: null, importId: '' }).pk,
        linesOf: (rows) => playLines(table, owner, rows),
      },
      after,
    ),
  /** Plays outlive their subject. */
  async readAgain({ table }, { id: line, owner }) {
    const [type, id, month, dsp, album, importId] = tupleOf(6, line.split(' '));
    const key = usageIndexKey({ subject: { type, id }, month, dsp, album: album || null, importId });
    const [subject, row] = await Promise.all([table.get(recordKey(type, id)), table.get(key)]);
    return subject && row ? playLines(table, owner, [row]) : [];
  },
  about: ({ owner, subject: { type, id }, month, dsp, album, ...line }) => ({
    owner,
    id: [type, id, month, dsp, album, line.import].join(' '),
    needs: [recordNeed(type, id)],
  }),
  rowsOf,
  writesWith: (line) => movedWrites(line, rowsOf(line)),
  rejects: importConflict,
});

type PlayLine = v.InferOutput<typeof schema>;

function rowsOf({
  run,
  import: importId,
  subject,
  month,
  dsp,
  album,
  plays,
}: PlayLine): readonly [Row, ...Row[]] {
  const cells = Object.entries(plays).flatMap(([date, countries]) =>
    Object.entries(countries).map(([country, count]): [Cell, number] => [cellOf(date, country), count]),
  );
  const [index, ...data] = playsRows({ run, importId }, { subject, month, dsp, album }, new Map(cells));
  return [required(index, 'Plays have a row in the index.'), ...data];
}

/** @param name `<type> <sort key in the index of the owner>`. */
const subjectOf = (name: string) => {
  const [type, sort] = tupleOf(2, name.split(' '));
  return { type, id: String(Number(sort)) };
};

async function subjectsAfter(table: Table, owner: string, name: string): Promise<string[]> {
  const [type = '', sort = ''] = name.split(' ');
  for (const each of subjectTypes.filter((one) => one >= type)) {
    const from = each === type ? `${sort}!` : '!';
    const partition = ownerKey(owner, each);
    const entries = await table.query({ index: 'by-owner', partition, from, upTo: '~', limit: PER_READ });
    if (entries.length > 0) return entries.map(({ ownerSort }) => `${each} ${ownerSort}`);
  }
  return [];
}

async function playLines(table: Table, owner: string, rows: readonly Item[]) {
  const identified = rows.map((row) => {
    const [, type, id] = tupleOf(3, String(row['pk']).split('#'));
    return { row, id: { subject: { type, id }, ...readPlaysSort(String(row['sk'])) } };
  });
  const keys = identified.flatMap(({ row, id }) => (row['plays'] === undefined ? [usagePlaysKey(id)] : []));
  const apart = await table.getMany(keys, true);
  const packed = new Map(apart.map(({ pk, sk, plays }) => [`${pk} ${sk}`, plays]));
  return identified.map(({ row, id }) => {
    const { pk, sk } = usagePlaysKey(id);
    const { subject, month, dsp, album, importId } = id;
    // Plays that were deleted in the meantime are none.
    const plays = playsIn(month, row['plays'] ?? packed.get(`${pk} ${sk}`));
    return { owner, subject, month, dsp, album, import: importId, run: row['run'], plays };
  });
}

function playsIn(month: string, text: Json | undefined): Record<string, Record<string, number>> {
  const days: Record<string, Record<string, number>> = {};
  for (const [cell, count] of text === undefined ? [] : unpackPlays(String(text)))
    days[dateOf(month, cell)] = { ...days[dateOf(month, cell)], [countryOf(cell)]: count };
  return days;
}
