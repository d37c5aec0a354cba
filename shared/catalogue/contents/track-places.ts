/** The places of a track on albums. Each has what albums count: the track's kind, what it lacks, and whether it is analyzed. */
import type { Change } from '../../kit/records/changes.ts';
import { type LinkedRecords, linkedRecords } from '../../kit/records/linked-records.ts';
import { changedUnseen, type Store } from '../../kit/records/store.ts';
import { albumTracks } from '../api/album-tracks.ts';
import { type Track, tracks } from '../api/tracks.ts';
import type { TrackKind } from '../rules/catalogue.ts';
import type { LackChanges } from '../rules/track-lacks.ts';
import { soundMarksOf } from '../rules/track-sound.ts';
import { placesWith } from './track-contents.ts';

export type Places = LinkedRecords<typeof albumTracks>;

export const findPlaces = (
  store: Pick<Store, 'api' | 'table'>,
  { id, ownerId }: Pick<Track, 'id' | 'ownerId'>,
): Promise<Places> =>
  linkedRecords(store, { type: tracks.type, id, ownerId }, { resource: albumTracks, by: 'track' });

/**
 * Changes the kind of a track, or what it lacks, with all of its places.
 * @param places undefined if neither the track nor its places can change.
 */
export function kindChange(
  track: Track,
  {
    kind,
    lacks = {},
    hasAtmos = track.fields['has-atmos'],
  }: { readonly kind: TrackKind; readonly lacks?: LackChanges; readonly hasAtmos?: boolean },
  places: Places | undefined,
): { readonly also: readonly Change[] } {
  const after = changedUnseen(track, { kind, 'has-atmos': hasAtmos });
  const isSame = (track.fields.kind === kind && track.fields['has-atmos'] === hasAtmos) || !places;
  const moved = placesWith(places?.records ?? [], { kind, lacks, sound: soundMarksOf(after.fields) });
  const own: Change = { resource: tracks, before: track, after };
  return { also: [...(isSame ? [] : [own]), ...moved] };
}
