/** The client WarpDrive, with its cache and reactive records. */
import { createRequire, registerHooks } from 'node:module';
import type { ReactiveDataDocument } from '@warp-drive/core/reactive';
import type { Handler } from '@warp-drive/core/request';
import type { RequestInfo } from '@warp-drive/core/types/request';
import { MEDIA_TYPE } from '../../shared/kit/jsonapi/types.ts';
import {
  type AlbumShown,
  type Client,
  type Linked,
  mapLinked,
  RELEASE_INCLUDE,
  type Rejection,
  releaseOf,
  type Service,
  type Shown,
} from '../support/json-api-clients/client.ts';
import { models } from './models.ts';
import { parametersOf } from './transport.ts';

// WarpDrive's default files need its build plugins; those of the condition `unpkg` run as they are. Its development
// files (`unpkg-dev`) demand every record that the first one links to, where JSON:API leaves this to `include`.
registerHooks({
  resolve: (specifier, context, next) => {
    const conditions = [...context.conditions, ...(specifier.startsWith('@warp-drive/') ? ['unpkg'] : [])];
    return next(specifier, { ...context, conditions });
  },
});
const load = createRequire(import.meta.url);
const { recordIdentifierFor, useRecommendedStore }: typeof import('@warp-drive/core') =
  load('@warp-drive/core');
const { checkout, withDefaults }: typeof import('@warp-drive/core/reactive') =
  load('@warp-drive/core/reactive');
const { setupSignals }: typeof import('@warp-drive/core/configure') = load('@warp-drive/core/configure');
const { JSONAPICache }: typeof import('@warp-drive/json-api') = load('@warp-drive/json-api');
const builders: typeof import('@warp-drive/utilities/json-api') = load('@warp-drive/utilities/json-api');

// Nothing here redraws when a record changes.
setupSignals(() => ({
  createSignal: () => ({}),
  consumeSignal: () => {},
  notifySignal: () => {},
  createMemo: (_record, _name, compute) => compute,
  willSyncFlushWatchers: () => false,
}));

const attributesOf = new Map(models.map(({ type, attributes }) => [type, attributes]));
const schemas = models.map(({ type, attributes, relationships }) =>
  withDefaults({
    type,
    fields: [
      ...attributes.map((name) => ({ kind: 'field', name }) as const),
      ...relationships.map(
        ({ name, type: related, many }) =>
          ({
            kind: many ? 'hasMany' : 'belongsTo',
            name,
            type: related,
            options: { async: false, inverse: null, linksMode: true },
          }) as const,
      ),
    ],
  }),
);

/** Records of WarpDrive show the members that their schema names. */
type Resource = Record<string, unknown>;

function requestsTo({ url, token }: Service) {
  const authorization: Handler = {
    request: ({ request }, next) => {
      const headers = new Headers(request.headers);
      headers.set('Authorization', `Bearer ${token}`);
      return next({ ...request, headers });
    },
  };
  const Store = useRecommendedStore({ cache: JSONAPICache, schemas, handlers: [authorization] });
  const store = new Store();
  const at = (type: string) => ({ host: url, resourcePath: type, reload: true });
  const ask = async <T>(request: object) =>
    (await store.request(request as RequestInfo<ReactiveDataDocument<T>>)).content;
  return {
    store,
    at,
    ask,
    find: async <T>(type: string, id: string, include: string[] = []) =>
      (await ask<T>(builders.findRecord(type, id, { ...at(type), include }))).data as T,
    write: async (request: object, document: object) => {
      const headers = new Headers({ Accept: MEDIA_TYPE, 'Content-Type': MEDIA_TYPE });
      return (await ask<Resource>({ ...request, headers, body: JSON.stringify(document) })).data as Resource;
    },
  };
}

const shown = (type: string, record: Resource): Shown =>
  Object.fromEntries((attributesOf.get(type) ?? []).map((name) => [name, record[name]]));

export function warpDriveClient(service: Service): Client {
  const { store, at, ask, find, write } = requestsTo(service);
  const known = (type: string, id: string) => store.push({ data: { type, id } }) as Resource;
  const related = ({ type, id }: Linked[string]) =>
    typeof id === 'string' ? known(type, id) : id.map((each) => known(type, each));
  return {
    create: async (type, attributes, linked = {}) => {
      const record = store.createRecord(type, { ...attributes, ...mapLinked(linked, related) });
      const document = builders.serializeResources(store.cache, recordIdentifierFor(record));
      return String((await write(builders.createRecord(record, at(type)), document))['id']);
    },
    read: async (type, id) => shown(type, await find(type, id)),
    list: async (type, asked) => {
      const { data, meta } = await ask<Resource[]>(builders.query(type, parametersOf(asked), at(type)));
      const { total } = (meta as { page: { total: number } }).page;
      return { records: (data as Resource[]).map((record) => shown(type, record)), total };
    },
    update: async (type, id, attributes) => {
      const record = await checkout<Resource>(await find(type, id));
      Object.assign(record, attributes);
      const document = builders.serializePatch(store.cache, recordIdentifierFor(record));
      return shown(type, await write(builders.updateRecord(record, { ...at(type), patch: true }), document));
    },
    remove: async (type, id) => {
      const record = known(type, id);
      store.deleteRecord(record);
      await store.request(builders.deleteRecord(record, at(type)));
    },
    release: async (id) => releaseOf(await find<AlbumShown>('albums', id, RELEASE_INCLUDE.split(','))),
    rejections: (error) => (error as { errors: readonly Rejection[] }).errors,
  };
}
