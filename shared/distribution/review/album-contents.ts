/** The contents of an album that its completeness depends on, read with one call per hundred items. */
import { albumTracks } from '../../catalogue/api/album-tracks.ts';
import type { Album } from '../../catalogue/api/albums.ts';
import { albumArtists, trackArtists } from '../../catalogue/api/credited-artists.ts';
import { trackAssets } from '../../catalogue/api/track-assets.ts';
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import { guardedLinkings, linkingsOf } from '../../kit/records/linked-records.ts';
import type { Linking } from '../../kit/records/links.ts';
import { findRecords, type Store } from '../../kit/records/store.ts';
import type { Write } from '../../kit/table/write.ts';
import { required } from '../../kit/values/required.ts';
import { artistRoleData } from '../../reference/data/artist-roles.ts';
import { nothingLost } from '../holding/contents-lost.ts';
import type { AlbumContents, TrackContents } from '../rules/completeness.ts';

export interface GuardedContents {
  readonly contents: AlbumContents;
  /** The tracks, ordered by their places. */
  readonly tracks: readonly PlacedTrack[];
  /** Conditions of the write that fail if something the album needs was removed or moved since. */
  readonly unchanged: readonly Write[];
}

/**
 * @param album read before its tracks, to detect concurrent losses. Its version protects its own fields.
 * @param dsps the DSPs of the request.
 */
export async function albumContents(
  store: Store,
  album: Album,
  dsps: readonly string[],
): Promise<GuardedContents> {
  const artists = await guardedLinkings(store, album, { resource: albumArtists, by: 'album' });
  const places = await guardedLinkings(store, album, { resource: albumTracks, by: 'album' });
  const tracks = await placedTracks(store, places.linkings);
  return {
    contents: {
      album: album.fields,
      dsps,
      roles: rolesAmong(artists.linkings),
      tracks: await trackContents(store, tracks),
    },
    tracks,
    unchanged: [...artists.unchanged, ...places.unchanged, nothingLost(album)],
  };
}

export interface PlacedTrack {
  readonly track: Track;
  readonly disc: number;
  readonly order: number;
}

/** The tracks of an album, ordered by their places. */
export async function tracksOn(store: Store, album: Album): Promise<readonly PlacedTrack[]> {
  const places = await linkingsOf(store, [album], { resource: albumTracks, by: 'album' });
  return placedTracks(store, places.get(album.id) ?? []);
}

async function placedTracks(store: Store, linkings: readonly Linking[]): Promise<readonly PlacedTrack[]> {
  const found = await findRecords(store, tracks, linkings.map(trackIdOf));
  const byId = new Map(found.map((track) => [track.id, track]));
  return linkings
    .flatMap((linking) => {
      const [disc, order] = required(linking.slot, 'Places are read from a link list.')
        .split('+')
        .map(Number);
      const track = byId.get(trackIdOf(linking));
      return track && disc !== undefined && order !== undefined ? [{ track, disc, order }] : [];
    })
    .toSorted((left, right) => left.disc - right.disc || left.order - right.order);
}

const trackIdOf = ({ ids }: Linking): string => required(ids['track'], 'Each place has a track.');

async function trackContents(store: Store, places: readonly PlacedTrack[]): Promise<TrackContents[]> {
  const all = places.map(({ track }) => track);
  const artists = await linkingsOf(store, all, { resource: trackArtists, by: 'track' });
  const videos = all.filter(({ fields }) => fields['is-video']);
  const masters = await linkingsOf(store, videos, { resource: trackAssets, by: 'track' });
  return places.map(({ track, disc, order }) => ({
    title: track.fields.title,
    disc,
    order,
    isVideo: track.fields['is-video'],
    audio: track.fields['full-audiofile-url'],
    hasVideoMaster: (masters.get(track.id) ?? []).some(({ slot }) => slot === 'video'),
    roles: rolesAmong(artists.get(track.id)),
  }));
}

/** Keys of the artist roles in the links. */
function rolesAmong(linkings: readonly Linking[] = []): string[] {
  const ids = new Set(linkings.map(({ ids: linked }) => linked['artist-role']));
  return artistRoleData.rows().flatMap(({ id, key }) => (ids.has(id) ? [key] : []));
}
