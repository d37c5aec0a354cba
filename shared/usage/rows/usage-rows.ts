/** The rows that an import writes. Readers sum the contributions of all imports. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Item } from '../../kit/table/item.ts';
import type { Key } from '../../kit/table/keys.ts';
import { readRow } from '../../kit/table/unreadable-row.ts';
import { tupleOf } from '../../kit/values/tuple-of.ts';
import { type PlaysId, usageIndexKey, usageLinesKey, usagePlaysKey } from '../keys.ts';
import { isrcsIn } from '../rules/line-isrcs.ts';
import { type Cell, packCells, packPlays } from './pack-plays.ts';

export type UsageRow = Item & Key & { readonly run: string };

export interface Writer {
  readonly importId: string;
  /** Identifies rows left by an earlier run of the import. */
  readonly run: string;
}

/** Plays whose packed form is this short are stored in the index row, which saves a second row. */
const MAX_INDEXED_LENGTH = 300;

/** One or two rows. */
export function playsRows(
  { run, importId }: Writer,
  of: Omit<PlaysId, 'importId'>,
  plays: ReadonlyMap<Cell, number>,
): UsageRow[] {
  const packed = packPlays(plays);
  const index = usageIndexKey({ ...of, importId });
  if (packed.length <= MAX_INDEXED_LENGTH) return [{ ...index, run, plays: packed }];
  const data = usagePlaysKey({ ...of, importId });
  return [
    { ...index, run, cells: packCells([...plays.keys()]) },
    { ...data, run, plays: packed },
  ];
}

/** Keeps rows below DynamoDB's 400 KB even if the text hardly compresses. */
export const MAX_LINES_LENGTH = 200_000;

/**
 * @param of date as YYYY-MM-DD.
 * @param lines tab-separated columns: isrcs, track, country, plays, revenue, currency and album.
 */
export const linesRow = (
  { run, importId }: Writer,
  of: { readonly owner: string; readonly dsp: string; readonly date: string },
  { part, lines }: { part: number; lines: readonly string[] },
): UsageRow => ({
  ...usageLinesKey(of.owner, { dsp: of.dsp, date: of.date, importId, part }),
  run,
  count: lines.length,
  lines: deflateRawSync(lines.join('\n')).toString('base64'),
});

/** In the column of the album, for tracks that were on none. */
export const NO_ALBUM = '0';

/** A line on an owner's track, as stored for reports. */
export interface StoredLine {
  /** The code of the track. */
  readonly isrc: string;
  /** Every code of the line, of which that of the track comes first. */
  readonly isrcs: string;
  readonly track: string;
  readonly country: string;
  readonly plays: number;
  /** A decimal number. */
  readonly revenue: string;
  readonly currency: string;
  /** The album of the track at the time of the import, or `NO_ALBUM`. */
  readonly album: string;
}

/** @returns the lines in a row. @throws UnreadableRow */
export const linesOf = (row: Item): StoredLine[] =>
  readRow(row, ({ lines }) => {
    const text = inflateRawSync(Buffer.from(String(lines), 'base64')).toString();
    return text.split('\n').map((line) => {
      const [isrcs, track, country, plays, revenue, currency, album] = tupleOf(7, line.split('\t'));
      const [isrc] = isrcsIn(isrcs);
      return {
        isrc: isrc ?? isrcs,
        isrcs,
        track,
        country,
        plays: Number(plays),
        revenue,
        currency,
        album,
      };
    });
  });
