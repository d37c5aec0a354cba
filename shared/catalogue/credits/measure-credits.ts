/** How large the row of a track's credits is: what reading it takes is told by the track. */
import { recordOf } from '../../kit/records/rows.ts';
import { findRecord, retried, rewrite, type Store } from '../../kit/records/store.ts';
import type { Item } from '../../kit/table/item.ts';
import { isRecordKey } from '../../kit/table/keys.ts';
import { tracks } from '../api/tracks.ts';
import type { Credit } from '../rules/credits.ts';
import { shownCredit } from './credit-ids.ts';
import { creditLists } from './credit-lists.ts';

/** @returns the bytes of the row, about. */
export const sizeOfCredits = (credits: readonly Credit[]): number =>
  Buffer.byteLength(JSON.stringify(credits.map(shownCredit)));

/** Completes a track that was written before the size was kept. @param item any row. @returns whether it did. */
export async function measureCredits(store: Store, item: Item): Promise<boolean> {
  if (!isRecordKey(item, tracks.type) || !isUnmeasured(recordOf(tracks, item).fields)) return false;
  const { id } = recordOf(tracks, item);
  return retried(async () => {
    // It can have been rewritten since the row was read.
    const track = await findRecord(store, tracks, id);
    if (!track || !isUnmeasured(track.fields)) return false;
    const { items: credits } = await creditLists.read(store.table, { parentId: id, ownerId: track.ownerId });
    const fields = { ...track.fields, 'credits-size': sizeOfCredits(credits) };
    return (await rewrite(store, tracks, { ...track, fields })).is === 'saved' ? true : 'again';
  });
}

const isUnmeasured = (fields: { 'credits-count': number; 'credits-size': number }): boolean =>
  fields['credits-count'] > 0 && fields['credits-size'] === 0;
