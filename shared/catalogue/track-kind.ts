/** The kind of a track, stored on the track and on each of its places. */
import type { Stored } from '../kit/declare/fields.ts';
import { type Change, unchangedCheck } from '../kit/records/changes.ts';
import { linkedRecords } from '../kit/records/linked-records.ts';
import type { Store } from '../kit/records/store.ts';
import type { Write } from '../kit/table/write.ts';
import { albumTracks } from './api/album-tracks.ts';
import { type Track, tracks } from './api/tracks.ts';
import type { TrackKind } from './rules/catalogue.ts';

/**
 * The albums count their tracks by kind, so all places of the track change with it.
 * @returns changes for one transaction, or only a check of the track if its kind stays the same.
 */
export async function kindChange(
  store: Pick<Store, 'api' | 'table'>,
  track: Track,
  kind: TrackKind,
): Promise<{ readonly also: readonly Change[]; readonly writes: readonly Write[] }> {
  if (track.fields.kind === kind) return { also: [], writes: [unchangedCheck(track)] };
  const links = await linkedRecords(store, track, { resource: albumTracks, by: 'track' });
  // The owner does not see this change, so `updated-at` stays the same.
  const after = { ...track, version: track.version + 1, fields: { ...track.fields, kind } };
  return {
    also: [{ resource: tracks, before: track, after }, ...links.records.map(ofKind(kind))],
    writes: links.unchanged,
  };
}

const ofKind =
  (kind: TrackKind) =>
  (before: Stored<typeof albumTracks>): Change => ({
    resource: albumTracks,
    before,
    after: { ...before, version: before.version + 1, fields: { ...before.fields, kind } },
  });
