/** The kind of a track, stored on the track and on each of its places. */
import { type Change, unchangedCheck } from '../kit/records/changes.ts';
import { linkedRecords } from '../kit/records/linked-records.ts';
import { changedUnseen, type Store } from '../kit/records/store.ts';
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
  const places = links.records.map(
    (before): Change => ({ resource: albumTracks, before, after: changedUnseen(before, { kind }) }),
  );
  const own: Change = { resource: tracks, before: track, after: changedUnseen(track, { kind }) };
  return { also: [own, ...places], writes: links.unchanged };
}
