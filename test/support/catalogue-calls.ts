/** Calls of tests of the catalogue, as several users. */
import { handler as albums } from '../../functions/albums/handler.ts';
import { handler as artists } from '../../functions/artists/handler.ts';
import { handler as labels } from '../../functions/labels/handler.ts';
import { handler as reference } from '../../functions/reference/handler.ts';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import type { ApiHandler } from '../../shared/kit/http/stack.ts';
import { type CallResponse, call, type Person } from './calls.ts';
import { trackAttributes } from './examples.ts';

const handlers: Readonly<Record<string, ApiHandler>> = {
  labels,
  artists,
  albums,
  'album-artists': albums,
  tracks,
  'album-tracks': tracks,
  'track-artists': tracks,
  'track-assets': tracks,
  'album-statuses': reference,
  'artist-roles': reference,
};

/** The function that serves a path. */
export function servesPath(path: string): ApiHandler {
  const handler = handlers[path.split(/[/?]/)[1] ?? ''];
  if (!handler) throw new Error(`No function of the catalogue serves ${path}.`);
  return handler;
}

export const albumAttributes = {
  title: 'Kind of Green',
  release_date: '2026-11-30',
  'is-explicit': false,
  'rights-owner-year': 2026,
  'rights-owner-name': 'Blue Room',
};
export { trackAttributes };

export const one = (type: string, id: string) => ({ data: { type, id } });
export const many = (type: string, ids: readonly string[]) => ({ data: ids.map((id) => ({ type, id })) });
export const idsIn = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

/** What a track needs beside its attributes. */
export const trackLinks = (on: readonly string[]) => ({
  albums: many('albums', on),
  'primary-genre': one('genres', '1'),
  language: one('languages', '118'),
});

/** @returns a line for each error: its code, and what it is about. */
export const errorsOf = ({ body }: Pick<CallResponse, 'body'>): string[] =>
  body.errors.map(
    ({ code, source }: { code: string; source?: object }) => `${code} ${Object.values(source ?? {}).join()}`,
  );

interface Members {
  readonly attributes?: object;
  readonly relationships?: object;
  readonly meta?: object;
}

/** @param someone is called for each request, because the user is known only once a test has begun. */
export function catalogueCalls(someone: () => Person) {
  const ask = (method: string, status: number, path: string, body?: unknown) =>
    call(servesPath(path), status, { method, path, token: someone().token, body });
  const get = async (path: string) => (await ask('GET', 200, path)).body;
  const post = (status: number, type: string, members: Members) =>
    ask('POST', status, `/${type}`, { data: { type, ...members } });
  const make = async (type: string, members: Members): Promise<string> =>
    (await post(201, type, members)).body.data.id;
  return {
    ask,
    get,
    post,
    make,
    patch: (status: number, type: string, id: string, members: Members) =>
      ask('PATCH', status, `/${type}/${id}`, { data: { type, id, ...members } }),
    remove: (status: number, type: string, id: string) => ask('DELETE', status, `/${type}/${id}`),
    attributesOf: async (type: string, id: string) => (await get(`/${type}/${id}`)).data.attributes,
    newLabel: (name: string) => make('labels', { attributes: { name } }),
    newArtist: (name: string) => make('artists', { attributes: { name } }),
    newAlbum: (attributes: object = {}, relationships: object = {}) =>
      make('albums', { attributes: { ...albumAttributes, ...attributes }, relationships }),
    newTrack: (on: readonly string[], attributes: object = {}, relationships: object = {}) =>
      make('tracks', {
        attributes: { ...trackAttributes, ...attributes },
        relationships: { ...trackLinks(on), ...relationships },
      }),
    newPlace: (album: string, track: string, attributes: object) =>
      make('album-tracks', {
        attributes,
        relationships: { album: one('albums', album), track: one('tracks', track) },
      }),
    /** The places of a track: [album, disc, order], oldest first. */
    placesOf: async (track: string): Promise<[string, number, number][]> =>
      (await get(`/album-tracks?filter[track]=${track}&page[size]=100`)).data.map(
        ({ attributes: { disc, order }, relationships: { album } }: PlaceShown) => [
          album.data.id,
          disc,
          order,
        ],
      ),
  };
}

interface PlaceShown {
  readonly attributes: { readonly disc: number; readonly order: number };
  readonly relationships: { readonly album: { readonly data: { readonly id: string } } };
}
