/** Records the outcome of a validation: the master, what its track is by it, and the end of the work, in one transaction. */
import {
  changed,
  type Decision,
  findRecord,
  retried,
  type Store,
  save,
  storeOf,
} from '../../kit/records/store.ts';
import type { Write } from '../../kit/table/write.ts';
import { writeHeld } from '../../kit/work/claim.ts';
import { isHeld, isHeldIn } from '../../kit/work/due.ts';
import { type TrackAsset, trackAssets } from '../api/track-assets.ts';
import { tracks } from '../api/tracks.ts';
import { validationKey } from '../keys.ts';
import { kindOf } from '../rules/music-videos.ts';
import { kindChange } from '../track-kind.ts';
import type { Validating } from './validating.ts';
import type { ClaimedValidation } from './validation.ts';
import type { ValidationOutcome } from './validation-progress.ts';

/** 'gone': the master was deleted. 'overtaken': the claim has expired, and another function has taken over. */
export type Recorded = 'recorded' | 'gone' | 'overtaken';

/** Decides again when the master, its track or the places of the track have changed meanwhile. */
export function recordOutcome(
  claimed: ClaimedValidation,
  { status, errors }: ValidationOutcome,
  { api, table, now }: Validating,
): Promise<Recorded> {
  const store = storeOf(api, { table, now: now() });
  const key = validationKey(claimed.assetId);
  const end: Write = { delete: key, condition: isHeld(claimed) };
  return retried<Recorded>(async () => {
    const row = await table.get(key);
    if (row && !isHeldIn(row, claimed)) return 'overtaken';
    const before = await findRecord(store, trackAssets, claimed.assetId);
    if (!before) {
      await writeHeld(table, claimed, { delete: key });
      return 'gone';
    }
    // The row goes with the record, or when the outcome is recorded.
    if (!row) return 'overtaken';
    const fields = { 'validation-status': status, 'validation-errors': [...errors] };
    const after = changed(store, trackAssets, { before, fields });
    const { also = [], writes = [] } = await changesOfTrack(store, after);
    const outcome = await save(store, [{ resource: trackAssets, before, after }, ...also], [end, ...writes]);
    return outcome.is === 'saved' ? 'recorded' : 'again';
  });
}

/** A video is ready when its master is valid. */
async function changesOfTrack(
  store: Store,
  { fields }: TrackAsset,
): Promise<Pick<Decision<typeof tracks>, 'also' | 'writes'>> {
  if (fields['asset-type'] !== 'video') return {};
  const track = await findRecord(store, tracks, fields.track ?? '');
  if (!track) return {};
  return kindChange(store, track, kindOf(track.fields['is-video'], fields['validation-status']));
}
