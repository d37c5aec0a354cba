/** Requests about the places of tracks on several albums, and about what tracks are. */
import { trackAttributes } from '../examples.ts';
import { type Cast, mainOf, otherOf } from './cast.ts';
import type { Operation } from './operation.ts';
import { many, one, requestOf } from './request-variants.ts';

const nth = ['first', 'second', 'third', 'fourth'];

/** The first track is linked to each album, and unlinked from it. The declared route adds the second and removes the first. */
function albumLinks(cast: Cast, id: string): Operation[] {
  const path = '/tracks/{id}/relationships/albums';
  const albums = (cast.records['albums'] ?? []).slice(0, nth.length);
  const request = (method: string, index: number) =>
    requestOf(cast, method, path, {
      ...{ title: `of the ${nth[index]}`, id },
      body: many('albums', [albums[index]]),
    });
  return albums.flatMap((_, index) => [
    ...(index === 1 ? [] : [request('POST', index)]),
    ...(index === 0 ? [] : [request('DELETE', index)]),
  ]);
}

function secondPlace(cast: Cast): Operation[] {
  const type = 'album-tracks';
  const id = otherOf(cast, type);
  const data = { type, id, attributes: { order: 7, disc: 2 } };
  return id === undefined
    ? []
    : [requestOf(cast, 'PATCH', `/${type}/{id}`, { title: 'of the second', id, body: { data } })];
}

/** The second track is on the second album alone. It gets the place of the first when the order of that changes. */
function ofSecondTrack(cast: Cast): Operation[] {
  const id = otherOf(cast, 'tracks');
  if (id === undefined) return [];
  const title = 'of the second track';
  const track = one('tracks', id);
  const [, second, third, fourth] = cast.records['albums'] ?? [];
  const place = { album: one('albums', third), track };
  const video = { type: 'tracks', id, attributes: { 'is-video': true } };
  const master = { 'asset-type': 'dolby_atmos', url: 'https://127.0.0.1:9/master.wav' };
  const post = (type: string, attributes: object, relationships: object) =>
    requestOf(cast, 'POST', `/${type}`, { title, body: { data: { type, attributes, relationships } } });
  const link = (method: string, album: string | undefined) =>
    requestOf(cast, method, '/tracks/{id}/relationships/albums', {
      title,
      id,
      body: many('albums', [album]),
    });
  return [
    post('album-tracks', { order: 9 }, place),
    post('track-assets', master, { track }),
    requestOf(cast, 'PATCH', '/tracks/{id}', { title: `${title}, a video`, id, body: { data: video } }),
    ...[link('DELETE', second), link('POST', fourth)],
  ];
}

function kinds(cast: Cast, id: string): Operation[] {
  const type = 'tracks';
  const { 'full-audiofile-url': url } = trackAttributes;
  const song = { type, id, attributes: { 'is-video': false, 'full-audiofile-url': url } };
  const created = {
    type,
    attributes: { ...trackAttributes, 'is-video': false },
    relationships: {
      albums: many('albums', [mainOf(cast, 'albums')]),
      'primary-genre': one('genres', '1'),
      language: one('languages', '118'),
    },
  };
  return [
    requestOf(cast, 'PATCH', '/tracks/{id}', { title: 'that makes it a song', id, body: { data: song } }),
    requestOf(cast, 'POST', '/tracks', { title: 'of a song', body: { data: created } }),
  ];
}

export function placeVariants(cast: Cast): Operation[] {
  const id = mainOf(cast, 'tracks');
  if (id === undefined) return [];
  return [...albumLinks(cast, id), ...secondPlace(cast), ...ofSecondTrack(cast), ...kinds(cast, id)];
}
