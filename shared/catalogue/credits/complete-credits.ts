/** Adds the extended credits to tracks that are shown. */
import type { Shown } from '../../kit/declare/fields.ts';
import type { Completing } from '../../kit/declare/view.ts';
import { readUnitsOf } from '../../kit/records/apart.ts';
import type { tracks } from '../api/tracks.ts';
import { shownCredit } from './credit-ids.ts';
import { creditListKey } from './credit-keys.ts';
import { creditLists } from './credit-lists.ts';

type ShownTrack = Shown<typeof tracks>;

/**
 * Reads the credits of all tracks that have unread ones in one batch.
 * @returns the same tracks, in the same order, with their `extended-credits`.
 */
export async function completeCredits(
  records: readonly ShownTrack[],
  { table, shows, isConsistent }: Completing,
): Promise<readonly ShownTrack[]> {
  if (!shows('extended-credits')) return records;
  const unknown = records.filter(areUnread);
  if (unknown.length === 0) return records;
  const keys = unknown.map(({ id }) => creditListKey(id));
  const lists = (await table.getMany(keys, isConsistent)).map((row) => creditLists.listIn(row));
  const byTrack = new Map(lists.map(({ parentId, items }) => [parentId, items]));
  const isUnknown = new Set(unknown);
  return records.map((record) => {
    if (!isUnknown.has(record)) return record;
    const credits = (byTrack.get(record.id) ?? []).map(shownCredit);
    return { ...record, fields: { ...record.fields, 'extended-credits': credits } };
  });
}

const areUnread = ({ fields }: ShownTrack): boolean =>
  fields['credits-count'] > 0 && !('extended-credits' in fields);

const BYTES_PER_CREDIT = 100;

/** @returns the read units needed for the credits of the track. */
export function creditUnits(track: ShownTrack, shows: Completing['shows']): number {
  if (!shows('extended-credits') || !areUnread(track)) return 0;
  const { 'credits-size': size, 'credits-count': count } = track.fields;
  return readUnitsOf(size || count * BYTES_PER_CREDIT);
}
