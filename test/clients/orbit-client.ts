/** The client orbit, which gives records its own ids, and keeps the service's ids as keys. */
import { type JSONAPIRequestOptions, JSONAPISerializers, JSONAPISource } from '@orbit/jsonapi';
import { MemorySource } from '@orbit/memory';
import {
  type InitializedRecord,
  type RecordIdentity,
  RecordKeyMap,
  RecordNotFoundException,
  type RecordRelationship,
  RecordSchema,
} from '@orbit/records';
import {
  type Client,
  type Linked,
  mapLinked,
  RELEASE_INCLUDE,
  type Rejection,
  type Release,
  type Service,
  type Shown,
} from '../support/json-api-clients/client.ts';
import { models } from './models.ts';

const KEY = 'remoteId';

type Keys = Readonly<Record<string, object>>;

const schemaWith = (keys: Keys) =>
  new RecordSchema({
    models: Object.fromEntries(
      models.map(({ type, attributes, relationships }) => [
        type,
        {
          keys,
          attributes: Object.fromEntries(attributes.map((name) => [name, {}])),
          relationships: Object.fromEntries(
            relationships.map(({ name, type: related, many }) => [
              name,
              { kind: many ? 'hasMany' : 'hasOne', type: related } as const,
            ]),
          ),
        },
      ]),
    ),
  });

function sourcesOf({ url, token }: Service, keys: Keys) {
  const keyMap = new RecordKeyMap();
  const schema = schemaWith(keys);
  // Names stay as they are; by default, orbit writes plurals and dashes.
  const asItIs = { serializationOptions: { inflectors: [] } };
  const remote = new JSONAPISource({
    schema,
    keyMap,
    host: url,
    defaultFetchSettings: { headers: { Authorization: `Bearer ${token}` } },
    serializerSettingsFor: (type) => (type?.startsWith(JSONAPISerializers.Resource) ? asItIs : {}),
  });
  return {
    keyMap,
    remote,
    memory: new MemorySource({ schema, keyMap }),
    /** @returns the identity that orbit has for a record of the service. */
    identity: (type: string, remoteId: string) => {
      const id = keyMap.idFromKeys(type, { [KEY]: remoteId }) ?? schema.generateId(type);
      keyMap.pushRecord({ type, id, keys: { [KEY]: remoteId } });
      return { type, id };
    },
    /** A source stops at a failed request until it is told to go on. */
    goOn: async (error: unknown): Promise<never> => {
      await remote.requestQueue.skip();
      throw error;
    },
  };
}

type Sources = ReturnType<typeof sourcesOf>;
type Include = Pick<JSONAPIRequestOptions, 'include'>;

async function find({ remote, goOn }: Sources, record: RecordIdentity, include: Include = {}) {
  const options = { raiseNotFoundExceptions: true, ...include };
  const { data, transforms } = await remote
    .query<InitializedRecord>((q) => q.findRecord(record).options(options), { fullResponse: true })
    .catch(goOn);
  if (data === undefined) throw new Error('Orbit shows no record.');
  return { record: data, transforms: transforms ?? [] };
}

const attributesOf = ({ attributes }: InitializedRecord): Shown => attributes ?? {};

function releaseOf({ cache }: MemorySource, album: InitializedRecord): Release {
  const related = (record: InitializedRecord, name: string) =>
    cache.query<InitializedRecord[]>((q) => q.findRelatedRecords(record, name));
  const label = cache.query<InitializedRecord>((q) => q.findRelatedRecord(album, 'label'));
  return {
    title: attributesOf(album)['title'],
    label: attributesOf(label)['name'],
    tracks: related(album, 'tracks').map((track) => ({
      title: attributesOf(track)['title'],
      artists: related(track, 'track-artists').length,
      credits: (attributesOf(track)['extended-credits'] as unknown[]).length,
    })),
  };
}

/** @param keys none, and orbit sends the ids that it gives. */
export function orbitClient(service: Service, keys: Keys = { [KEY]: {} }): Client {
  const sources = sourcesOf(service, keys);
  const { remote, memory, keyMap, identity, goOn } = sources;
  const related = ({ type, id }: Linked[string]): RecordRelationship =>
    typeof id === 'string' ? { data: identity(type, id) } : { data: id.map((each) => identity(type, each)) };
  return {
    create: async (type, attributes, linked = {}) => {
      const record = { type, attributes, relationships: mapLinked(linked, related) };
      const { id } = await remote.update<InitializedRecord>((t) => t.addRecord(record)).catch(goOn);
      return keyMap.idToKey(type, KEY, id) ?? id;
    },
    read: async (type, id) => attributesOf((await find(sources, identity(type, id))).record),
    list: async (type, asked) => {
      const { data = [], details } = await remote
        .query<InitializedRecord[]>((q) => q.findRecords(type).options({ ...asked }), { fullResponse: true })
        .catch(goOn);
      const page = details?.[0]?.document?.meta?.['page'] as { total: number };
      return { records: data.map(attributesOf), total: page.total };
    },
    update: async (type, id, attributes) => {
      const record = { ...identity(type, id), attributes };
      return attributesOf(await remote.update<InitializedRecord>((t) => t.updateRecord(record)).catch(goOn));
    },
    remove: (type, id) => remote.update((t) => t.removeRecord(identity(type, id))).catch(goOn),
    release: async (id) => {
      const { record, transforms } = await find(sources, identity('albums', id), {
        include: RELEASE_INCLUDE,
      });
      for (const transform of transforms) await memory.sync(transform);
      return releaseOf(memory, record);
    },
    rejections: (error) =>
      error instanceof RecordNotFoundException
        ? [{ status: '404' }]
        : (error as { data: { errors: readonly Rejection[] } }).data.errors,
  };
}
