/** The client devour, which names models in the singular. */
import Devour from 'devour-client';
import {
  type Client,
  identifiersOf,
  mapLinked,
  RELEASE_INCLUDE,
  type Rejection,
  releaseOf,
  type Service,
} from '../support/json-api-clients/client.ts';
import { models } from './models.ts';

const singular = (type: string) => type.replace(/s$/, '');

export function devourClient({ url, token }: Service): Client {
  // By default, devour drops the status of an error.
  const api = new Devour({ apiUrl: url, bearer: token, logger: false, errorBuilder: (error) => error });
  for (const { type, attributes, relationships } of models)
    api.define(singular(type), {
      ...Object.fromEntries(attributes.map((name) => [name, ''])),
      ...Object.fromEntries(
        relationships.map(({ name, type: related, many }) => [
          name,
          { jsonApi: many ? 'hasMany' : 'hasOne', type: related },
        ]),
      ),
    });
  return {
    create: async (type, attributes, linked = {}) => {
      const members = { ...attributes, ...mapLinked(linked, identifiersOf) };
      return (await api.create(singular(type), members)).data.id;
    },
    read: async (type, id) => (await api.find(singular(type), id)).data,
    list: async (type, asked) => {
      const { data, meta } = await api.findAll(singular(type), asked);
      return { records: data, total: meta.page.total };
    },
    update: async (type, id, attributes) => (await api.update(singular(type), { id, ...attributes })).data,
    remove: (type, id) => api.destroy(singular(type), id),
    release: async (id) => releaseOf((await api.find('album', id, { include: RELEASE_INCLUDE })).data),
    rejections: (errors) => Object.values(errors as Record<string, Rejection>),
  };
}
