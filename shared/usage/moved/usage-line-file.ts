/** Lines of store reports on an owner's tracks, by day and DSP. Analytics reports are made of them. */
import * as v from 'valibot';
import { readPartitions } from '../../kit/moves/read-partitions.ts';
import { rowFile } from '../../kit/moves/row-file.ts';
import type { Table } from '../../kit/table/table.ts';
import { tupleOf } from '../../kit/values/tuple-of.ts';
import { dspData } from '../../reference/data/dsps.ts';
import { usageLinesKey, usageLinesPartition } from '../keys.ts';
import { readMonths } from '../revenue/read-months.ts';
import { movedWrites } from '../rows/moved-rows.ts';
import { linesOf, linesRow, NO_ALBUM } from '../rows/usage-rows.ts';
import { importConflict } from './import-conflict.ts';
import {
  amount,
  country,
  currency,
  day,
  importId,
  isrcs,
  playCount,
  recordId,
  run,
  wholeNumber,
} from './usage-values.ts';

const albumId = v.union([recordId, v.literal(NO_ALBUM)]);

const schema = v.strictObject({
  owner: recordId,
  dsp: recordId,
  date: day,
  import: importId,
  part: wholeNumber,
  run,
  /** isrcs, track, country, plays, revenue, currency and album. */
  lines: v.array(v.strictTuple([isrcs, recordId, country, playCount, amount, currency, albumId])),
});

/** Days of DSPs that are read concurrently. Most have no rows. */
const PER_READ = 32;

export const usageLineFile = rowFile({
  name: 'usage-lines',
  schema,
  async read({ table }, owner, after) {
    const names = await dspDaysOf(table, owner);
    return readPartitions(
      table,
      {
        following: async (name) => names.filter((each) => each > name).slice(0, PER_READ),
        partitionOf(name) {
          const [date, dsp] = tupleOf(2, name.split(' '));
          return usageLinesPartition(owner, { dsp, date });
        },
        linesOf: async (rows) =>
          rows.map((row) => {
            const [, , dsp, date] = tupleOf(4, String(row['pk']).split('#'));
            const [importId, part] = tupleOf(2, String(row['sk']).split('#'));
            const lines = linesOf(row).map(({ isrcs, track, country, plays, revenue, currency, album }) => [
              ...[isrcs, track, country, plays, revenue, currency, album],
            ]);
            return { owner, dsp, date, import: importId, part: Number(part), run: row['run'], lines };
          }),
      },
      after,
    );
  },
  about: ({ owner, dsp, date, part, ...line }) => ({
    owner,
    id: [owner, dsp, date, line.import, part].join(' '),
  }),
  rowsOf: ({ run, import: importId, owner, dsp, date, part, lines }) => [
    linesRow({ run, importId }, { owner, dsp, date }, { part, lines: lines.map((line) => line.join('\t')) }),
  ],
  writesWith: (line) => movedWrites(line, [usageLinesKey(line.owner, { ...line, importId: line.import })]),
  rejects: importConflict,
});

/** @returns every `<date> <dsp>` of the months with revenue, sorted. Lines without revenue have 0. */
async function dspDaysOf(table: Table, owner: string): Promise<string[]> {
  const months = await readMonths(table, owner);
  const dates = months.flatMap(({ month }) =>
    Array.from({ length: 31 }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`),
  );
  return dates.flatMap((date) => dspData.records().map(({ id }) => `${date} ${id}`)).toSorted();
}
