/** The client of the package that this project makes, without its types. */
import { camel } from '../../../bin/openapi/document/names.ts';
import {
  type AlbumShown,
  type Client,
  mapLinked,
  RELEASE_INCLUDE,
  type Rejection,
  releaseOf,
  type Service,
  type Shown,
} from './client.ts';

interface Collection {
  readonly create: (record: object) => Promise<Shown & { readonly id: string }>;
  readonly get: (id: string, options?: object) => Promise<Shown>;
  readonly list: (options: object) => Promise<{
    readonly data: readonly Shown[];
    readonly page: { readonly total: number };
  }>;
  readonly update: (id: string, changes: object) => Promise<Shown>;
  readonly delete: (id: string) => Promise<void>;
}

interface OwnClient {
  readonly signIn: (credentials: object) => Promise<string>;
}

/** What the tests use of the package. */
export interface OwnPackage {
  readonly MusicDistributionClient: new (options: object) => OwnClient;
}

export function ownClient({ MusicDistributionClient }: OwnPackage, { url, token }: Service): Client {
  const client = new MusicDistributionClient({ baseUrl: url, token });
  const collections = client as unknown as Readonly<Record<string, Collection>>;
  const of = (type: string): Collection => {
    const collection = collections[camel(type)];
    if (!collection) throw new Error(`The client has no ${type}.`);
    return collection;
  };
  return {
    create: async (type, attributes, linked = {}) => {
      const related = mapLinked(linked, ({ id }) => id);
      return (await of(type).create({ ...attributes, ...related })).id;
    },
    read: (type, id) => of(type).get(id),
    list: async (type, asked) => {
      const { data, page } = await of(type).list(asked);
      return { records: data, total: page.total };
    },
    update: (type, id, attributes) => of(type).update(id, attributes),
    remove: (type, id) => of(type).delete(id),
    release: async (id) => {
      const album = await of('albums').get(id, { include: RELEASE_INCLUDE.split(',') });
      return releaseOf(album as unknown as AlbumShown);
    },
    rejections: (error) => (error as { errors: readonly Rejection[] }).errors,
  };
}
