/** The client kitsu. */
import Kitsu from 'kitsu';
import { type Client, type Linked, RELEASE_INCLUDE, type Service } from './client.ts';

interface TrackShown {
  readonly title: string;
  readonly 'track-artists': { readonly data: readonly unknown[] };
  readonly 'extended-credits': readonly unknown[];
}

export function kitsuClient({ url, token }: Service): Client {
  const api = new Kitsu({
    baseURL: url,
    pluralize: false,
    camelCaseTypes: false,
    headers: { Authorization: `Bearer ${token}` },
  });
  const identifiers = ({ type, id }: Linked[string]) => ({
    data: typeof id === 'string' ? { type, id } : id.map((each) => ({ type, id: each })),
  });
  return {
    create: async (type, attributes, linked = {}) => {
      const relationships = Object.entries(linked).map(([name, link]) => [name, identifiers(link)]);
      const { data } = await api.create(type, { ...attributes, ...Object.fromEntries(relationships) });
      return data.id;
    },
    release: async (id) => {
      const { data } = await api.get(`albums/${id}`, { params: { include: RELEASE_INCLUDE } });
      return {
        title: data.title,
        label: data.label.data.name,
        tracks: data.tracks.data.map((track: TrackShown) => ({
          title: track.title,
          artists: track['track-artists'].data.length,
          credits: track['extended-credits'].length,
        })),
      };
    },
    rename: async (id, title) => (await api.update('albums', { id, title })).data.title,
    remove: (type, id) => api.delete(type, id),
  };
}
