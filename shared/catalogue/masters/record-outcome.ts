/** Records the outcome of a validation, updates the track and ends the work in one transaction. */
import { decided } from '../../kit/records/decided.ts';
import { changed, type Decision, findRecord, type Store, save, storeOf } from '../../kit/records/store.ts';
import type { Write } from '../../kit/table/write.ts';
import type { Attempt } from '../../kit/work/attempt.ts';
import { isHeld, isHeldIn } from '../../kit/work/due.ts';
import { Overtaken } from '../../kit/work/lease.ts';
import { type TrackAsset, trackAssets } from '../api/track-assets.ts';
import { tracks } from '../api/tracks.ts';
import { findPlaces, kindChange } from '../contents/track-places.ts';
import { kindOf } from '../rules/music-videos.ts';
import type { ValidationOutcome } from './validation-progress.ts';
import { type Validation, validationWork } from './validation-work.ts';

/**
 * Retries if the master, its track or the places of the track change concurrently.
 * @returns 'gone' if the master was deleted. @throws Overtaken
 */
export function recordOutcome(
  { status, errors }: ValidationOutcome,
  { api, table, now, claimed }: Pick<Attempt<Validation>, 'table' | 'now' | 'claimed'> & Pick<Store, 'api'>,
): Promise<'recorded' | 'gone'> {
  const unread = storeOf(api, { table, now: now() });
  const removal = validationWork.end(claimed.assetId);
  const end: Write = { ...removal, condition: isHeld(claimed) };
  return decided<Store, 'recorded' | 'gone'>(unread, async (store) => {
    const row = await table.get(removal.delete);
    if (row && !isHeldIn(row, claimed)) throw new Overtaken();
    const before = await findRecord(store, trackAssets, claimed.assetId);
    if (!before) return 'gone';
    // The row is deleted only with the record or with a recorded outcome.
    if (!row) throw new Overtaken();
    const fields = { 'validation-status': status, 'validation-errors': [...errors] };
    const after = changed(store, trackAssets, { before, fields });
    const { also = [] } = await changesOfTrack(store, after);
    const outcome = await save(store, [{ resource: trackAssets, before, after }, ...also], [end]);
    return outcome.is === 'saved' ? 'recorded' : 'again';
  });
}

/** A video is ready when its master is valid. */
async function changesOfTrack(
  store: Store,
  { fields, ownerId }: TrackAsset,
): Promise<Pick<Decision<typeof tracks>, 'also'>> {
  const id = fields.track;
  if (fields['asset-type'] !== 'video' || id === null) return {};
  const [track, places] = await Promise.all([
    findRecord(store, tracks, id),
    findPlaces(store, { id, ownerId }),
  ]);
  if (!track) return {};
  const kind = kindOf(track.fields['is-video'], fields['validation-status']);
  return kindChange(track, { kind }, places);
}
