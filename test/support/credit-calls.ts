/** Calls of tests of credits, as several users. */
import { handler as albums } from '../../functions/albums/handler.ts';
import { handler as artists } from '../../functions/artists/handler.ts';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { call, type Person, send } from './calls.ts';
import { trackAttributes } from './examples.ts';
import { deleteRows } from './rows.ts';
import { seed } from './seed.ts';

export interface ShownCredit {
  readonly role: string;
  readonly name: string;
  readonly 'artist-id': number | null;
  readonly position: number;
}

export const violin = (name: string, more: object = {}) => ({ role: 'violin', name, ...more });

/** A list of credits, each with its own artist. */
export const naming = (artistIds: readonly number[], prefix = 'Name') =>
  artistIds.map((id, index) => violin(`${prefix} ${index}`, { 'artist-id': id }));

const albumAttributes = {
  title: 'Album',
  release_date: '2026-11-30',
  'is-explicit': false,
  'rights-owner-year': 2026,
  'rights-owner-name': 'Blue Room',
};

export const idsOf = ({ data }: { data: readonly { id: string }[] }) => data.map(({ id }) => id);
export const pointersOf = (body: { errors: readonly { source: { pointer: string } }[] }) =>
  body.errors.map(({ source }) => source.pointer.replace('/data/attributes/extended-credits', ''));

/** @param someone is called for each request, because the user is known only once a test has begun. */
export function creditCalls(someone: () => Person) {
  const albumIds = new Map<string, Promise<string>>();
  let orders = 0;
  const newAlbum = async (person = someone()): Promise<string> => {
    const data = { type: 'albums', attributes: albumAttributes };
    const request = { method: 'POST', path: '/albums', token: person.token, body: { data } };
    return (await call(albums, 201, request)).body.data.id;
  };
  const albumOf = (person: Person) => {
    const id = albumIds.get(person.userId) ?? newAlbum(person);
    albumIds.set(person.userId, id);
    return id;
  };
  const creation = async (attributes: object, albumId?: string) => {
    const person = someone();
    const data = {
      type: 'tracks',
      attributes: { ...trackAttributes, order: ++orders, ...attributes },
      relationships: {
        albums: { data: [{ type: 'albums', id: albumId ?? (await albumOf(person)) }] },
        'primary-genre': { data: { type: 'genres', id: '1' } },
        language: { data: { type: 'languages', id: '118' } },
      },
    };
    return { method: 'POST', path: '/tracks', token: person.token, body: { data } };
  };
  const change = (id: string, attributes: object) => ({
    method: 'PATCH',
    path: `/tracks/${id}`,
    token: someone().token,
    body: { data: { type: 'tracks', id, attributes } },
  });
  const get = async (path: string, status = 200) =>
    (await call(tracks, status, { path, token: someone().token })).body;
  return {
    /** Deletes the catalogue past every rule, so that what is left of one test is not found by another. */
    clear: async (): Promise<void> => {
      albumIds.clear();
      await deleteRows(['albums', 'album-tracks', 'tracks', 'artists', 'credit-list', 'credit-block']);
    },
    newAlbum,
    creation,
    change,
    get,
    /** @returns the ids of new artists, as numbers. */
    newArtists: async (count: number): Promise<number[]> => {
      const fieldsOf = (number: number) => ({ name: `Artist ${number}`, bio: null });
      const made = await seed(definitions, { type: 'artists', ownerId: someone().userId, count, fieldsOf });
      return made.map(({ id }) => Number(id));
    },
    deleteArtist: (id: number) =>
      send(artists, { method: 'DELETE', path: `/artists/${id}`, token: someone().token }),
    post: async (status: number, credits: unknown, albumId?: string) =>
      (await call(tracks, status, await creation({ 'extended-credits': credits }, albumId))).body,
    newTrack: async (credits?: unknown, albumId?: string): Promise<string> => {
      const attributes = credits === undefined ? {} : { 'extended-credits': credits };
      return (await call(tracks, 201, await creation(attributes, albumId))).body.data.id;
    },
    patch: async (status: number, id: string, credits: unknown) =>
      (await call(tracks, status, change(id, { 'extended-credits': credits }))).body,
    remove: (id: string) => send(tracks, { method: 'DELETE', path: `/tracks/${id}`, token: someone().token }),
    creditsOf: async (id: string): Promise<ShownCredit[]> =>
      (await get(`/tracks/${id}`)).data.attributes['extended-credits'],
    trackCredits: (query: string) => get(`/track-credits?${query}`),
  };
}
