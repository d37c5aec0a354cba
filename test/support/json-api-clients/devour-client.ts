/** The client devour, which has to be told the models. */
import Devour from 'devour-client';
import { type Client, type Linked, RELEASE_INCLUDE, type Service } from './client.ts';

interface TrackShown {
  readonly title: string;
  readonly 'track-artists': readonly unknown[];
  readonly 'extended-credits': readonly unknown[];
}

const models = {
  label: { name: '' },
  artist: { name: '' },
  genre: { name: '' },
  language: { name: '' },
  'artist-role': { key: '' },
  album: {
    title: '',
    release_date: '',
    'is-explicit': false,
    'rights-owner-year': 0,
    'rights-owner-name': '',
    artwork: '',
    'upc-code': '',
    label: { jsonApi: 'hasOne', type: 'labels' },
    'primary-genre': { jsonApi: 'hasOne', type: 'genres' },
    language: { jsonApi: 'hasOne', type: 'languages' },
    tracks: { jsonApi: 'hasMany', type: 'tracks' },
  },
  track: {
    title: '',
    'is-explicit': false,
    'rights-owner-year': 0,
    'rights-owner-name': '',
    order: 0,
    'full-audiofile-url': '',
    'extended-credits': [],
    albums: { jsonApi: 'hasMany', type: 'albums' },
    'primary-genre': { jsonApi: 'hasOne', type: 'genres' },
    language: { jsonApi: 'hasOne', type: 'languages' },
    'track-artists': { jsonApi: 'hasMany', type: 'track-artists' },
  },
  'album-artist': {
    album: { jsonApi: 'hasOne', type: 'albums' },
    artist: { jsonApi: 'hasOne', type: 'artists' },
    'artist-role': { jsonApi: 'hasOne', type: 'artist-roles' },
  },
  'track-artist': {
    track: { jsonApi: 'hasOne', type: 'tracks' },
    artist: { jsonApi: 'hasOne', type: 'artists' },
    'artist-role': { jsonApi: 'hasOne', type: 'artist-roles' },
  },
};

export function devourClient({ url, token }: Service): Client {
  const api = new Devour({ apiUrl: url, bearer: token });
  for (const [name, model] of Object.entries(models)) api.define(name, model);
  const singular = (type: string) => type.replace(/s$/, '');
  const links = (linked: Linked) =>
    Object.entries(linked).map(([name, { type, id }]) => [
      name,
      typeof id === 'string' ? { type, id } : id.map((each) => ({ type, id: each })),
    ]);
  return {
    create: async (type, attributes, linked = {}) => {
      const { data } = await api.create(singular(type), {
        ...attributes,
        ...Object.fromEntries(links(linked)),
      });
      return data.id;
    },
    release: async (id) => {
      const { data } = await api.find('album', id, { include: RELEASE_INCLUDE });
      return {
        title: data.title,
        label: data.label.name,
        tracks: data.tracks.map((track: TrackShown) => ({
          title: track.title,
          artists: track['track-artists'].length,
          credits: track['extended-credits'].length,
        })),
      };
    },
    rename: async (id, title) => (await api.update('album', { id, title })).data.title,
    remove: (type, id) => api.destroy(singular(type), id),
  };
}
