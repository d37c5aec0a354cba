/**
 * What the lines of a month earned, for imports without rows of earnings: those of versions that wrote none, and
 * those of organizations that were moved from another stage.
 */
import { tracks } from '../../catalogue/api/tracks.ts';
import { recordOf } from '../../kit/records/rows.ts';
import type { Item } from '../../kit/table/item.ts';
import { recordKey } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { storedAmount } from '../../kit/values/money.ts';
import { problem } from '../../kit/values/problems.ts';
import { tupleOf } from '../../kit/values/tuple-of.ts';
import { batchesOf } from '../../platform/batches.ts';
import { dspData } from '../../reference/data/dsps.ts';
import { linesOf, NO_ALBUM, type StoredLine } from '../import/usage-rows.ts';
import { usageLinesKey } from '../keys.ts';
import type { Earning, EarningGroup } from './earning-sums.ts';

/** What a line of an import earned. */
export interface LineEarning extends Earning {
  readonly currency: string;
  readonly importId: string;
  readonly run: string;
}

const DAYS = 31;
/** Days of DSPs that are read concurrently. Most have no rows. */
const CONCURRENT_READS = 32;
interface LineQuery {
  readonly ownerId: string;
  readonly group: EarningGroup;
  /** YYYY-MM. */
  readonly month: string;
}

/** About a million lines. More would take too long for a request. */
const MAX_UNITS = 4000;

/**
 * Reads with strong consistency, because lines that earned nothing are not missed by their sum.
 * @returns what each line of the month earned, of all imports, in any order.
 * @throws response_too_large (400)
 */
export async function earningsOfLines(table: Table, query: LineQuery): Promise<readonly LineEarning[]> {
  const rows = await rowsOfMonth(table, query);
  const lines = rows.flatMap((row) => {
    const [, , dsp] = tupleOf(4, String(row['pk']).split('#'));
    const [importId] = tupleOf(2, String(row['sk']).split('#'));
    return linesOf(row).map((line) => ({ ...line, dsp, importId, run: String(row['run']) }));
  });
  const albums = query.group === 'album' ? await currentAlbums(table, lines) : undefined;
  return lines.map(({ isrc, track, country, plays, revenue, currency, album, dsp, importId, run }) => {
    const shown = album ?? albums?.get(track) ?? NO_ALBUM;
    const members = { track, album: shown === NO_ALBUM ? '' : shown, dsp, country };
    const code = query.group === 'track' ? isrc : '';
    const earned = { member: members[query.group], plays, revenue: storedAmount(revenue), isrc: code };
    return { ...earned, currency, importId, run };
  });
}

async function rowsOfMonth(table: Table, { ownerId, month }: LineQuery): Promise<Item[]> {
  const before = table.meter.readUnits;
  const between = () => {
    if (table.meter.readUnits - before > MAX_UNITS) throw tooManyLines(month);
  };
  const partitions = dspData.rows().flatMap(({ id: dsp }) =>
    Array.from({ length: DAYS }, (_, day) => {
      const date = `${month}-${String(day + 1).padStart(2, '0')}`;
      return usageLinesKey(ownerId, { dsp, date, importId: '', part: 0 }).pk;
    }),
  );
  const rows: Item[][] = [];
  for (const some of batchesOf(partitions, CONCURRENT_READS)) {
    between();
    rows.push(...(await Promise.all(some.map((partition) => table.query({ partition, between })))));
  }
  return rows.flat();
}

export const tooManyLines = (month: string) =>
  problem(
    'response_too_large',
    `${month} has too many lines of reports that an earlier version of the service has imported. Ask the operator to import them again.`,
    { parameter: 'filter[period-from]' },
  );

/** The oldest albums of tracks now, for lines that do not name the album. Deleted tracks have none. */
async function currentAlbums(
  table: Table,
  lines: readonly Pick<StoredLine, 'track' | 'album'>[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(lines.flatMap(({ track, album }) => (album === undefined ? [track] : [])));
  const rows = await table.getMany(Array.from(ids, (id) => recordKey(tracks.type, id)));
  return new Map(
    rows.map((item) => {
      const { id, fields } = recordOf(tracks, item);
      return [id, fields['oldest-album'] ?? NO_ALBUM];
    }),
  );
}
