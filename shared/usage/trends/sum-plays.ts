/** Sums the plays of an owner's tracks by day and by country. */
import { tracks } from '../../catalogue/api/tracks.ts';
import { ownerKey, sortableId } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { countryOf } from '../rows/pack-plays.ts';
import { dateOf, monthsOf, playsOf } from './play-groups.ts';
import type { DayRange } from './trend-range.ts';

export interface PlaySums {
  /** By YYYY-MM-DD, unordered. Omits days that no report names. */
  readonly days: ReadonlyMap<string, number>;
  /** By two-letter code, unordered. */
  readonly countries: ReadonlyMap<string, number>;
  /** The last counted track if there may be more. Continue after it. */
  readonly next?: string;
}

interface SumQuery {
  readonly ownerId: string;
  readonly days: DayRange;
  /** The track after which to start; undefined to start from the first. */
  readonly after: string | undefined;
  /** Checked after every few tracks. */
  readonly isTimeUp: () => boolean;
}

const TRACKS_PER_CALL = 20;

/**
 * Counts plays on all DSPs of the owner's current tracks, on an album or not. Deleted tracks and unmatched
 * lines do not count.
 * @returns sums over the tracks that were counted before the time was up.
 */
export async function sumPlays(
  table: Table,
  { ownerId, days, after, isTimeUp }: SumQuery,
): Promise<PlaySums> {
  const sums = { days: new Map<string, number>(), countries: new Map<string, number>() };
  let next = after;
  do {
    const ids = await tracksAfter(table, ownerId, next);
    await Promise.all(ids.map((id) => addPlays(table, { id, days }, sums)));
    next = ids.length < TRACKS_PER_CALL ? undefined : ids.at(-1);
  } while (next !== undefined && !isTimeUp());
  return { ...sums, ...(next !== undefined && { next }) };
}

/** @returns the ids of the next tracks, oldest first. */
async function tracksAfter(table: Table, ownerId: string, after: string | undefined): Promise<string[]> {
  const entries = await table.query({
    index: 'by-owner',
    partition: ownerKey(ownerId, tracks.type),
    // Starts with the last counted track.
    ...(after !== undefined && { from: sortableId(after), upTo: LAST_ID }),
    limit: TRACKS_PER_CALL + 1,
  });
  const ids = entries.map(({ pk }) => String(pk).slice(tracks.type.length + 1));
  return ids.filter((id) => id !== after).slice(0, TRACKS_PER_CALL);
}

const LAST_ID = '9'.repeat(16);

async function addPlays(
  table: Table,
  { id, days }: { id: string; days: DayRange },
  sums: { readonly days: Map<string, number>; readonly countries: Map<string, number> },
): Promise<void> {
  const subject = { type: tracks.type, id };
  for (const groups of await monthsOf(table, { subject, days })) {
    for (const [{ month }, imports] of await playsOf(table, subject, groups)) {
      for (const [cell, plays] of imports.flatMap((each) => [...each])) {
        const date = dateOf(month, cell);
        if (date < days.from || date > days.to) continue;
        add(sums.days, date, plays);
        add(sums.countries, countryOf(cell), plays);
      }
    }
  }
}

const add = (sums: Map<string, number>, key: string, plays: number) =>
  sums.set(key, (sums.get(key) ?? 0) + plays);
