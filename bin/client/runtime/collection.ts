/** The methods of a type. The generated interfaces say which of them it has. */
import type { Call, Connection, Received } from './connection.ts';
import {
  type Document,
  type Item,
  linkageOf,
  pageIn,
  type Relationships,
  recordIn,
  recordsIn,
  referencesIn,
  resourceObject,
  unreadableIn,
} from './documents.ts';
import { type UnreadableRecord, UnreadableRecordsError } from './errors.ts';
import { parametersOf, type Query } from './query.ts';
import type { CallOptions, KeyOptions, MatchOptions, Page, Related } from './types.ts';

/** A request beyond those of all types. */
export interface ActionTable {
  readonly method: string;
  /** With `{id}` if it is about one record. */
  readonly path: string;
  /** 'records': a list of new records. 'document': a document as the API describes it. */
  readonly takes: 'nothing' | 'records' | 'attributes' | 'document';
  readonly shows: 'record' | 'page' | 'list' | 'document' | 'nothing';
  /** Largest pages of what it shows. */
  readonly pageSize: number;
  /** Filters that are query parameters themselves. */
  readonly bareFilters: readonly string[];
  readonly hasCsv: boolean;
}

/** What the client knows of a type when it runs. */
export interface TypeTable {
  readonly type: string;
  /** The size of the largest page; 0 if lists have no pages. */
  readonly pageSize: number;
  readonly relationships: Relationships;
  readonly actions: Readonly<Record<string, ActionTable>>;
}

/** The options of all methods together. */
type MethodOptions = Query & CallOptions & KeyOptions & MatchOptions & { readonly meta?: unknown };
type FieldValues = Readonly<Record<string, unknown>>;
type Pages = (options: MethodOptions) => Promise<Received>;

const etags = new WeakMap<object, string>();

/** @returns the version of a record that a call has returned, for `ifMatch`; undefined for those in lists. */
export const etagOf = (record: object): string | undefined => etags.get(record);

/** @param C the generated interface of the type. */
export function collectionOf<C>(connection: Connection, table: TypeTable): C {
  const collection = new Collection(connection, table);
  return Object.assign(collection, collection.actions()) as C;
}

class Collection {
  readonly #connection: Connection;
  readonly #table: TypeTable;

  constructor(connection: Connection, table: TypeTable) {
    this.#connection = connection;
    this.#table = table;
  }

  async list(options: MethodOptions = {}) {
    return pageOf(await this.#send('GET', '', options), options);
  }

  iterate(options: MethodOptions = {}) {
    return everyRecord((each) => this.#send('GET', '', each), options, this.#table.pageSize);
  }

  async get(id: string, options: MethodOptions = {}) {
    return recordOf(await this.#send('GET', pathOf(id), options), options);
  }

  async create(record: FieldValues, options: MethodOptions = {}) {
    const data = this.#objectOf(record, options);
    return recordOf(await this.#send('POST', '', options, { data }), options);
  }

  async update(id: string, changes: FieldValues, options: MethodOptions = {}) {
    const data = { id, ...this.#objectOf(changes, options) };
    return recordOf(await this.#send('PATCH', pathOf(id), options, { data }), options);
  }

  #objectOf(fields: FieldValues, { meta }: MethodOptions) {
    const { type, relationships } = this.#table;
    return { ...resourceObject(type, fields, relationships), ...(meta !== undefined && { meta }) };
  }

  async delete(id: string, options: MethodOptions = {}): Promise<void> {
    await this.#send('DELETE', pathOf(id), options);
  }

  async related(id: string, relationship: string, options: MethodOptions = {}) {
    return recordOf(await this.#send('GET', `${pathOf(id)}/${relationship}`, options), options);
  }

  async listRelated(id: string, relationship: string, options: MethodOptions = {}) {
    return pageOf(await this.#send('GET', `${pathOf(id)}/${relationship}`, options), options);
  }

  iterateRelated(id: string, relationship: string, options: MethodOptions = {}) {
    const path = `${pathOf(id)}/${relationship}`;
    const { pageSize = 0 } = this.#table.relationships[relationship] ?? {};
    return everyRecord((each) => this.#send('GET', path, each), options, pageSize);
  }

  linkage(id: string, relationship: string, options: MethodOptions = {}) {
    return this.#link('GET', [id, relationship], options);
  }

  replaceRelated(
    id: string,
    relationship: string,
    related: Related | readonly Related[] | null,
    options = {},
  ) {
    return this.#link('PATCH', [id, relationship], options, related);
  }

  addRelated(id: string, relationship: string, related: readonly Related[], options: MethodOptions = {}) {
    return this.#link('POST', [id, relationship], options, related);
  }

  removeRelated(id: string, relationship: string, related: readonly Related[], options: MethodOptions = {}) {
    return this.#link('DELETE', [id, relationship], options, related);
  }

  /** @returns a method for each action, one that iterates for each that shows pages, and one for its CSV. */
  actions(): Readonly<Record<string, unknown>> {
    const methods = Object.entries(this.#table.actions).flatMap(([name, action]) => {
      const call = (...args: unknown[]) => this.#act(action, args);
      if (action.shows !== 'page') return [[name, call]];
      const iterate = (...args: unknown[]) => {
        const { path, options } = argumentsOf(action, args);
        return everyRecord((each) => this.#sendTo(action, { path }, each), options, action.pageSize);
      };
      return [
        [name, call],
        [`iterate${name.charAt(0).toUpperCase()}${name.slice(1)}`, iterate],
        ...(action.hasCsv ? [[`${name}AsCsv`, (...args: unknown[]) => this.#csvOf(action, args)]] : []),
      ];
    });
    return Object.fromEntries(methods);
  }

  async #act(action: ActionTable, args: readonly unknown[]) {
    const { path, sent, options } = argumentsOf(action, args);
    const body = this.#bodyOf(action, sent);
    const received = await this.#sendTo(action, { path, body }, options);
    const { document } = received;
    if (action.shows === 'record') return recordOf(received, options);
    if (action.shows === 'page') return pageOf(received, options);
    if (action.shows === 'list') return recordsIn(document as Document<[]>, options.include);
    return action.shows === 'document' ? document : undefined;
  }

  async #csvOf(action: ActionTable, args: readonly unknown[]) {
    const { path, options } = argumentsOf(action, args);
    const { document } = await this.#sendTo(action, { path, accept: 'text/csv' }, options);
    return document;
  }

  #bodyOf({ takes }: ActionTable, sent: unknown): unknown {
    const { type, relationships } = this.#table;
    if (sent === undefined || takes === 'document') return sent;
    if (takes === 'attributes') return { data: { type, attributes: sent } };
    return {
      data: (sent as readonly FieldValues[]).map((each) => resourceObject(type, each, relationships)),
    };
  }

  async #link(
    method: string,
    [id, relationship]: readonly [id: string, relationship: string],
    options: MethodOptions,
    related?: Related | readonly Related[] | null,
  ) {
    const { type = '' } = this.#table.relationships[relationship] ?? {};
    const body = related === undefined ? undefined : { data: linkageOf(type, related) };
    const path = `${pathOf(id)}/relationships/${relationship}`;
    const { document } = await this.#send(method, path, options, body);
    return referencesIn(document as Document<null>);
  }

  #send(method: string, tail: string, options: MethodOptions, body?: unknown): Promise<Received> {
    const path = `/${this.#table.type}${tail}`;
    return this.#sendTo({ method, bareFilters: [] }, { path, body }, options);
  }

  #sendTo(
    { method, bareFilters }: Pick<ActionTable, 'method' | 'bareFilters'>,
    request: { readonly path: string; readonly body?: unknown; readonly accept?: string },
    options: MethodOptions,
  ): Promise<Received> {
    return this.#connection.send(callOf({ method, bareFilters, ...request }, options));
  }
}

function callOf(
  {
    bareFilters,
    accept,
    ...request
  }: Pick<Call, 'method' | 'path' | 'body'> & {
    readonly bareFilters: readonly string[];
    readonly accept?: string;
  },
  options: MethodOptions,
): Call {
  const { signal, ifMatch, idempotencyKey = crypto.randomUUID() } = options;
  const headers = {
    ...(request.method === 'POST' && { 'Idempotency-Key': idempotencyKey }),
    ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
    ...(accept !== undefined && { Accept: accept }),
  };
  return { ...request, query: parametersOf(options, bareFilters), headers, signal, isRepeatable: true };
}

const pathOf = (id: string): string => `/${encodeURIComponent(id)}`;

/** @param args the id of an action on a record, what it takes, and options. */
function argumentsOf({ path, takes }: ActionTable, args: readonly unknown[]) {
  const left = [...args];
  const id = path.includes('{id}') ? left.shift() : '';
  const sent = takes === 'nothing' ? undefined : left.shift();
  const [options = {}] = left as readonly (MethodOptions | undefined)[];
  return { path: path.replace('{id}', encodeURIComponent(String(id))), sent, options };
}

function recordOf({ document, headers }: Received, { include }: MethodOptions): Item | null {
  const record = recordIn(document as Document<null>, include);
  const etag = headers.get('ETag');
  if (record && etag !== null) etags.set(record, etag);
  return record;
}

const pageOf = ({ document }: Received, { include }: MethodOptions): Page<Item> =>
  pageIn(document as Document<[]>, include);

/**
 * Keeps one page at a time. Ends at the end of the list, or when the caller stops.
 * @throws UnreadableRecordsError at the end, if some could not be shown.
 */
async function* everyRecord(read: Pages, options: MethodOptions, pageSize: number) {
  const missing = new Map<string, UnreadableRecord>();
  for await (const received of everyPage(read, options, pageSize)) {
    for (const each of unreadableIn(received.document as Document))
      missing.set(`${each.type} ${each.id}`, each);
    yield* pageOf(received, options).data;
  }
  if (missing.size > 0) throw new UnreadableRecordsError([...missing.values()]);
}

/** @param pageSize 0 if the list has no pages. */
async function* everyPage(read: Pages, options: MethodOptions, pageSize: number) {
  if (pageSize === 0) {
    yield await read(options);
    return;
  }
  const { number: first = 1, size = pageSize } = options.page ?? {};
  for (let number = first; ; number += 1) {
    const received = await read({ ...options, page: { number, size } });
    yield received;
    if ((received.document as Document).links?.next == null) return;
  }
}
