/** The states of undecided requests, for their number. Reads less than the list of requests, and shows nothing of them. */
import { albumTracks } from '../../catalogue/api/album-tracks.ts';
import { type Album, albums } from '../../catalogue/api/albums.ts';
import { tracks } from '../../catalogue/api/tracks.ts';
import { unreadyVideos } from '../../catalogue/counters.ts';
import { linkingsOf } from '../../kit/records/linked-records.ts';
import { findRecentRecords, type Store } from '../../kit/records/store.ts';
import { type DistributionRequest, distributionRequests } from '../api/distribution-requests.ts';
import { type Place, placesIn } from '../contents/album-contents.ts';
import { type OpenState, openStateOf } from '../rules/review-states.ts';
import { holdsUnheard, isHeldSound } from './request-state.ts';
import { byOwner } from './undecided-albums.ts';

/** @param ids of requests, at most a hundred. @returns the state of each that is still undecided. */
export async function openStatesOf(store: Store, ids: readonly string[]): Promise<OpenState[]> {
  const requests = await findRecentRecords(store, distributionRequests, ids);
  return [...(await openStatesByRequest(store, requests)).values()];
}

/** @param all at most a hundred. @returns the states of those that are undecided, by their ids. */
export async function openStatesByRequest(
  store: Store,
  all: readonly DistributionRequest[],
): Promise<ReadonlyMap<string, OpenState>> {
  const requests = all.filter(({ fields }) => fields.status === 'pending');
  const named = requests.flatMap(({ fields }) =>
    fields['request-type'] === 'takedown' ? [] : (fields.album ?? []),
  );
  const known = await findRecentRecords(store, albums, new Set(named));
  const states = await statesOfAlbums(store, known);
  return new Map(
    requests.map(({ id, fields: { album, 'request-type': type } }) => [
      id,
      (type !== 'takedown' && album !== null && states.get(album)) || 'to-review',
    ]),
  );
}

async function statesOfAlbums(
  store: Store,
  known: readonly Album[],
): Promise<ReadonlyMap<string, OpenState>> {
  const lists = await Promise.all(
    byOwner(known).map((own) =>
      linkingsOf(store, own, { resource: albumTracks, by: 'album', isEventual: true }),
    ),
  );
  const places = new Map(
    lists.flatMap((list) => Array.from(list, ([id, linkings]) => [id, placesIn(linkings)] as const)),
  );
  const failed = await failedAmong(store, [...places.values()].flat());
  return new Map(
    known.map((album) => [
      album.id,
      openStateOf({
        unreadyVideos: unreadyVideos.of(album),
        heldSongs: (places.get(album.id) ?? []).filter(({ trackId, sound }) =>
          isHeldSound(sound, failed.has(trackId)),
        ).length,
      }),
    ]),
  );
}

/** Places do not record whether an analysis has failed. It matters only on some stages. */
async function failedAmong(store: Store, places: readonly Place[]): Promise<ReadonlySet<string>> {
  if (!holdsUnheard()) return new Set();
  const unheard = places.flatMap(({ trackId, sound }) => (sound.hearing === 'not_heard' ? trackId : []));
  const read = await findRecentRecords(store, tracks, unheard);
  return new Set(read.flatMap(({ id, fields }) => (fields.audio?.status === 'failed' ? id : [])));
}
