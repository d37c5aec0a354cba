/** The client kitsu, which nests each related record in `data`. */
import Kitsu from 'kitsu';
import {
  type Client,
  identifiersOf,
  mapLinked,
  RELEASE_INCLUDE,
  type Rejection,
  type Service,
} from '../support/json-api-clients/client.ts';

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
  return {
    create: async (type, attributes, linked = {}) => {
      const related = mapLinked(linked, (link) => ({ data: identifiersOf(link) }));
      return (await api.create(type, { ...attributes, ...related })).data.id;
    },
    read: async (type, id) => (await api.get(`${type}/${id}`)).data,
    list: async (type, asked) => {
      const { data, meta } = await api.get(type, { params: { ...asked } });
      return { records: data, total: meta.page.total };
    },
    update: async (type, id, attributes) => (await api.update(type, { id, ...attributes })).data,
    remove: (type, id) => api.delete(type, id),
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
    rejections: (error) => (error as { errors: readonly Rejection[] }).errors,
  };
}
