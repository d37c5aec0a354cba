/** Keeps the size of the credits on the track, so that the cost of reading them is known in advance. */
import { recordOf } from '../../kit/records/rows.ts';
import { findRecord, retried, rewrite, type Store } from '../../kit/records/store.ts';
import type { Item } from '../../kit/table/item.ts';
import { isRecordKey } from '../../kit/table/keys.ts';
import { tracks } from '../api/tracks.ts';
import type { Credit } from '../rules/credits.ts';
import { shownCredit } from './credit-ids.ts';
import { creditLists } from './credit-lists.ts';

/** @returns the approximate bytes of the row. */
export const sizeOfCredits = (credits: readonly Credit[]): number =>
  Buffer.byteLength(JSON.stringify(credits.map(shownCredit)));

/** Adds the size to a track that lacks it. @param item any row. @returns whether the size was added. */
export async function measureCredits(store: Store, item: Item): Promise<boolean> {
  if (!isRecordKey(item, tracks.type) || !isUnmeasured(recordOf(tracks, item).fields)) return false;
  const { id } = recordOf(tracks, item);
  return retried(async () => {
    // The track may have been rewritten since the row was read.
    const track = await findRecord(store, tracks, id);
    if (!track || !isUnmeasured(track.fields)) return false;
    const { items: credits } = await creditLists.read(store.table, { parentId: id, ownerId: track.ownerId });
    const fields = { ...track.fields, 'credits-size': sizeOfCredits(credits) };
    return (await rewrite(store, tracks, { ...track, fields })).is === 'saved' ? true : 'again';
  });
}

const isUnmeasured = (fields: { 'credits-count': number; 'credits-size': number }): boolean =>
  fields['credits-count'] > 0 && fields['credits-size'] === 0;
