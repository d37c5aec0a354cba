/** json-api-models, a store that resolves the relationships of documents, and makes no requests. */
import { type Model, Query, Store } from 'json-api-models';
import {
  type AlbumShown,
  type Client,
  identifiersOf,
  mapLinked,
  RELEASE_INCLUDE,
  releaseOf,
  type Service,
} from '../support/json-api-clients/client.ts';
import { parametersOf, rejectionsOf, transport } from './transport.ts';

type Document = Parameters<Store['sync']>[0] & { readonly meta: { page: { total: number } } };

export function jsonApiModelsClient(service: Service): Client {
  const send = transport(service);
  const store = new Store();
  const one = async (method: string, path: string, document?: unknown) =>
    store.sync(await send<Document>(method, path, document)) as Model;
  return {
    create: async (type, attributes, linked = {}) => {
      const relationships = mapLinked(linked, (link) => ({ data: identifiersOf(link) }));
      return (await one('POST', type, { data: { type, attributes, relationships } })).id;
    },
    read: async (type, id) => (await one('GET', `${type}/${id}`)).attributes,
    list: async (type, asked) => {
      const document = await send<Document>('GET', `${type}?${new Query(parametersOf(asked))}`);
      const records = store.sync(document) as Model[];
      return { records: records.map(({ attributes }) => attributes), total: document.meta.page.total };
    },
    update: async (type, id, attributes) => {
      const data = { ...store.find(type, id)?.identifier(), attributes };
      return (await one('PATCH', `${type}/${id}`, { data })).attributes;
    },
    remove: async (type, id) => {
      await send('DELETE', `${type}/${id}`);
      store.forget({ type, id });
    },
    release: async (id) =>
      releaseOf((await one('GET', `albums/${id}?include=${RELEASE_INCLUDE}`)) as Model & AlbumShown),
    rejections: rejectionsOf,
  };
}
