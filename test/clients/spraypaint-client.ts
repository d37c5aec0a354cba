/** The client spraypaint, made for Graphiti: where its own rules are stricter than JSON:API, it has to be told ours. */
import { attr, belongsTo, hasMany, type SortScope, SpraypaintBase } from 'spraypaint';
import {
  type AlbumShown,
  type Client,
  type Linked,
  mapLinked,
  RELEASE_INCLUDE,
  type Rejection,
  releaseOf,
  type Service,
} from '../support/json-api-clients/client.ts';
import { models } from './models.ts';

// biome-ignore lint/suspicious/noExplicitAny: the fields of a model are known when it is extended.
type Resource = SpraypaintBase & Record<string, any>;

interface Errors {
  errors?: { source?: { pointer?: string }; detail?: string; meta?: object }[];
}

/** A 422, which `save` does not throw. */
class Invalid extends Error {
  readonly errors: readonly Rejection[];
  constructor(record: Resource) {
    super('The record is not valid.');
    this.errors = Object.values(record.errors).map((error) => error?.rawPayload as Rejection);
  }
}

/** Spraypaint reads the name of the attribute from `meta`, which JSON:API does not define. */
function nameAttributes(_response: Response, document: unknown): void {
  for (const error of (document as Errors | null)?.errors ?? []) {
    const attribute = error.source?.pointer?.split('/').at(-1) ?? 'base';
    error.meta = { attribute, message: error.detail };
  }
}

/** @returns the class of each type. */
function classesOf({ url, token }: Service): (type: string) => typeof SpraypaintBase {
  const Base = SpraypaintBase.extend({ static: { baseUrl: url, apiNamespace: '', jwtStorage: false } });
  Base.isBaseClass = true;
  Base.afterFetch = nameAttributes;
  Base.generateAuthHeader = (jwt) => `Bearer ${jwt}`;
  // Names stay as they are: `release_date` is the one with an underscore.
  Base.serializeKey = (name) => name;
  Base.deserializeKey = (name) => name;
  Base.jwt = token;
  const classes = new Map(
    models.map(({ type, attributes, relationships }) => {
      const attrs = {
        ...Object.fromEntries(attributes.map((name) => [name, attr()])),
        ...Object.fromEntries(
          relationships.map(({ name, type: related, many }) => [
            name,
            many ? hasMany({ type: related }) : belongsTo({ type: related }),
          ]),
        ),
      };
      return [type, Base.extend({ static: { jsonapiType: type }, attrs })];
    }),
  );
  return (type) => {
    const found = classes.get(type);
    if (found === undefined) throw new Error(`There is no model of ${type}.`);
    return found;
  };
}

const sorted = (sort: string): SortScope =>
  sort.startsWith('-') ? { [sort.slice(1)]: 'desc' } : { [sort]: 'asc' };

async function save(record: Resource, linked: readonly string[] = []): Promise<Resource> {
  if (!(await record.save({ with: linked.map((name) => `${name}.id`) }))) throw new Invalid(record);
  return record;
}

export function spraypaintClient(service: Service): Client {
  const classOf = classesOf(service);
  const find = async (type: string, id: string): Promise<Resource> => (await classOf(type).find(id)).data;
  const known = (type: string, id: string) => {
    const record = new (classOf(type))({ id });
    record.isPersisted = true;
    return record;
  };
  const related = ({ type, id }: Linked[string]) =>
    typeof id === 'string' ? known(type, id) : id.map((each) => known(type, each));
  return {
    create: async (type, attributes, linked = {}) => {
      const record = new (classOf(type))({ ...attributes, ...mapLinked(linked, related) });
      return String((await save(record, Object.keys(linked))).id);
    },
    read: async (type, id) => (await find(type, id)).attributes,
    list: async (type, { filter, sort, page }) => {
      const { data, meta } = await classOf(type)
        .where(filter)
        .order(sorted(sort))
        .page(page.number)
        .per(page.size)
        .all();
      return { records: data.map(({ attributes }) => attributes), total: meta['page'].total };
    },
    update: async (type, id, attributes) => {
      const record = await find(type, id);
      record.assignAttributes(attributes);
      return (await save(record)).attributes;
    },
    remove: async (type, id) => {
      const record = known(type, id) as Resource;
      if (!(await record.destroy())) throw new Invalid(record);
    },
    release: async (id) => {
      const { data } = await classOf('albums').includes(RELEASE_INCLUDE.split(',')).find(id);
      return releaseOf(data as Resource & AlbumShown);
    },
    rejections: (error) =>
      error instanceof Invalid
        ? error.errors
        : [{ status: String((error as { response: Response }).response.status) }],
  };
}
