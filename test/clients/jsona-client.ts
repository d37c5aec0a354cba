/** jsona, which turns records into documents and back, and makes no requests. */
import Jsona from 'jsona';
import {
  type AlbumShown,
  type Client,
  identifiersOf,
  mapLinked,
  RELEASE_INCLUDE,
  releaseOf,
  type Service,
  type Shown,
} from '../support/json-api-clients/client.ts';
import { parametersOf, rejectionsOf, transport } from './transport.ts';

type Document = Parameters<Jsona['deserialize']>[0] & { readonly meta: { page: { total: number } } };

export function jsonaClient(service: Service): Client {
  const send = transport(service);
  const jsona = new Jsona();
  const one = async <T = Shown>(method: string, path: string, document?: unknown) =>
    jsona.deserialize(await send<Document>(method, path, document)) as unknown as T;
  return {
    create: async (type, attributes, linked = {}) => {
      const relationshipNames = Object.keys(linked);
      const stuff = { type, ...attributes, ...mapLinked(linked, identifiersOf), relationshipNames };
      return String((await one('POST', type, jsona.serialize({ stuff })))['id']);
    },
    read: (type, id) => one('GET', `${type}/${id}`),
    list: async (type, asked) => {
      const document = await send<Document>('GET', `${type}?${new URLSearchParams(parametersOf(asked))}`);
      return { records: jsona.deserialize(document) as Shown[], total: document.meta.page.total };
    },
    update: (type, id, attributes) =>
      one('PATCH', `${type}/${id}`, jsona.serialize({ stuff: { type, id, ...attributes } })),
    remove: (type, id) => send('DELETE', `${type}/${id}`),
    release: async (id) => releaseOf(await one<AlbumShown>('GET', `albums/${id}?include=${RELEASE_INCLUDE}`)),
    rejections: rejectionsOf,
  };
}
