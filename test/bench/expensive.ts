/**
 * The most expensive legal requests of each kind of route, found by sending the largest requests to every route of
 * resources, on the heaviest catalogue that the limits allow. Its lists are read from the index, as before their first fold.
 */
import type { Resource } from '../../shared/kit/declare/resource.ts';
import type { Route, Serving } from '../../shared/kit/declare/routes.ts';
import { forgetAll } from '../../shared/platform/once.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { fillRoles } from '../support/catalogue/fill.ts';
import { fillHeavily } from '../support/catalogue/heavy.ts';
import { type Call, eventOf } from '../support/event-of.ts';
import { countRounds } from '../support/rounds.ts';
import { startTable } from '../support/table.ts';
import { giveYear, wholeYear } from '../support/year-of-plays.ts';
import { service } from '../table/conformance/service.ts';
import { cpuOf, getItem } from './cpu.ts';
import { type Document, isList, largeQueries, longestAttributes, manyIn, reduced } from './large-requests.ts';
import type { Figures } from './report.ts';

type Cost = Readonly<Record<'rounds' | 'calls' | 'read units' | 'write units' | 'KB' | 'CPU', number>>;

const SHOWN = 5;
const MAX_ATTEMPTS = 20;
/** Half of it, and a quarter, are the limits of most lists of links. */
const MEMBERS = 80;
/** With plays on each day and DSP. */
const COUNTRIES = 20;

/** On AWS, a write unit costs as much as five read units. */
const priceOf = (cost: Cost): number => cost['read units'] + 5 * cost['write units'];

export async function expensive(): Promise<Figures> {
  forgetAll();
  const end = await startTable();
  const person = await newAdmin({ video: true });
  const requests = new LargeRequests(person, await cpuOf(getItem(person.userId)));
  await requests.fill();
  const steps: Partial<Record<Serving['does'], (route: Route) => Promise<void>>>[] = [
    { list: requests.read, read: requests.read, related: requests.read, linkage: requests.read },
    { create: requests.create },
    { update: requests.update },
    { 'add-linkage': requests.relate, 'replace-linkage': requests.relate, 'remove-linkage': requests.relate },
    { action: requests.act },
    { delete: requests.remove },
  ];
  for (const step of steps) for (const route of service.routes) await step[route.serving.does]?.(route);
  await end();
  return requests.dearest();
}

interface Largest {
  readonly document: Document;
  /** A smaller one. */
  readonly example: Document;
  readonly id?: string;
  readonly path: string;
}

interface Received {
  readonly isAccepted: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: documents of every shape.
  readonly body: any;
}

class LargeRequests {
  readonly #person: Person;
  /** CPU of a GetItem. */
  readonly #bare: number;
  /** The most expensive request of each route, by its name and kind. */
  readonly #found = new Map<string, Map<string, { readonly name: string; readonly cost: Cost }>>();
  /** Records with the most links, by type. */
  readonly #heavy = new Map<string, string>();
  /** Records of the largest requests, by type. */
  readonly #made = new Map<string, string>();
  #use = { calls: 0, readUnits: 0, writeUnits: 0 };

  constructor(person: Person, bare: number) {
    this.#person = person;
    this.#bare = bare;
    console.info = ({ table }: { table?: { calls: number; readUnits: number; writeUnits: number } }) => {
      if (table) this.#use = table;
    };
    console.warn = console.info;
  }

  async fill(): Promise<void> {
    const { album, track, artist, label, request } = await fillHeavily(this.#person.userId);
    this.#heavy
      .set('albums', album)
      .set('tracks', track)
      .set('artists', artist)
      .set('labels', label)
      .set('distribution-requests', request);
    for (const type of ['albums', 'tracks', 'artists'] as const)
      await giveYear({ type, id: this.#heavy.get(type) ?? '' }, { countries: COUNTRIES });
  }

  /** @returns a table of the most expensive requests of each kind. */
  dearest(): Figures {
    const rows = [...this.#found.values()].flatMap((ofKind) =>
      [...ofKind.values()]
        .toSorted((one, other) => priceOf(other.cost) - priceOf(one.cost))
        .slice(0, SHOWN)
        .map(({ name, cost }) => [name, cost] as const),
    );
    return Object.fromEntries(rows);
  }

  read = async (route: Route): Promise<void> => {
    const path = route.path.replace('{id}', await this.#idFor(route));
    for (const query of largeQueries(route)) {
      const kind = isList(route) ? 'list' : 'get';
      const name = `GET ${route.path}${query && `?${query.replace(/include=.*,.*/, 'include=*')}`}`;
      await this.#send({ route, kind, name }, { path: query ? `${path}?${query}` : path });
    }
  };

  create = async (route: Route): Promise<void> => {
    const resource = resourceOf(route);
    const { attributes, relationships = {} } = await service.documentOf(resource.type, this.#person);
    const unusedPlace = resource.type === 'tracks' && { order: 5000 };
    const longest = { ...attributes, ...unusedPlace, ...longestAttributes(resource, 'create') };
    const many = { ...relationships, ...(await this.#mostMembers(resource, 'create')) };
    const { body } = await this.#sendReduced(route, 'create', {
      document: { attributes: longest, relationships: many },
      example: { attributes: { ...attributes, ...unusedPlace }, relationships },
      path: route.path,
    });
    if (body?.data?.id) this.#made.set(resource.type, body.data.id);
    const artists = (await this.#idsOf('artists')).slice(0, MEMBERS / 2);
    const { userId } = this.#person;
    if (resource.type === 'tracks') await fillRoles(userId, { track: body.data.id }, artists);
    if (resource.type === 'albums') await fillRoles(userId, { album: body.data.id }, artists);
  };

  update = async (route: Route): Promise<void> => {
    const resource = resourceOf(route);
    const document = {
      attributes: longestAttributes(resource, 'update'),
      relationships: await this.#mostMembers(resource, 'update'),
    };
    for (const id of await this.#idsFor(resource))
      await this.#sendReduced(route, 'update', {
        document,
        example: { attributes: {}, relationships: {} },
        id,
        path: route.path.replace('{id}', id),
      });
  };

  relate = async (route: Route): Promise<void> => {
    const { serving } = route;
    if (!('relationship' in serving)) return;
    const members = (await this.#mostMembers(serving.resource, 'update'))[serving.relationship];
    if (!members) return;
    for (const id of await this.#idsFor(serving.resource)) {
      const path = route.path.replace('{id}', id);
      for (let count = members.data.length; count > 0; count >>= 1) {
        const body = { data: members.data.slice(-count) };
        const name = `${route.method} ${route.path}`;
        const { isAccepted } = await this.#send(
          { route, kind: 'update', name },
          { method: route.method, path, body },
        );
        if (isAccepted) break;
      }
    }
  };

  act = async (route: Route): Promise<void> => {
    const { serving, method, path } = route;
    if (serving.does !== 'action') return;
    const { resource } = serving;
    const name = `${method} ${path}`;
    const { maxDocuments } = resource.actions[serving.action] ?? {};
    if (maxDocuments === undefined) {
      const id = await this.#idFor(route);
      const query = serving.action === 'trends' ? `?page[size]=100&${wholeYear}` : '';
      const { takes } = resource.actions[serving.action] ?? {};
      const body = takes && { data: { type: resource.type, attributes: takes.example } };
      const call = { method, path: path.replace('{id}', id) + query, ...(body && { body }) };
      await this.#send({ route, kind: 'action', name: name + query }, call);
      return;
    }
    const albums = await this.#idsOf('albums');
    const data = albums.slice(0, maxDocuments).map((id) => ({
      type: resource.type,
      relationships: { album: { data: { type: 'albums', id } }, dsp: { data: { type: 'dsps', id: '5' } } },
    }));
    await this.#send({ route, kind: 'action', name }, { method, path, body: { data } });
  };

  remove = async (route: Route): Promise<void> => {
    for (const id of await this.#idsFor(resourceOf(route))) {
      const path = route.path.replace('{id}', id);
      await this.#send({ route, kind: 'delete', name: `DELETE ${route.path}` }, { method: 'DELETE', path });
    }
  };

  /** Sends a document, and smaller ones until one is accepted. */
  async #sendReduced(
    route: Route,
    kind: string,
    { document, example, id, path }: Largest,
  ): Promise<Received> {
    const { method } = route;
    const { type } = resourceOf(route);
    let next = document;
    for (let attempt = 1; ; attempt++) {
      const body = { data: { type, id, ...next } };
      const received = await this.#send(
        { route, kind, name: `${method} ${route.path}` },
        { method, path, body },
      );
      if (received.isAccepted || attempt === MAX_ATTEMPTS) return received;
      next = reduced(next, example, received.body.errors);
    }
  }

  /** Remembers the request if it is the most expensive of its route. */
  async #send(
    { route, kind, name }: { route: Route; kind: string; name: string },
    call: Call,
  ): Promise<Received> {
    const { token } = this.#person;
    const handler = service.handlerOf(route.group);
    // Another request opens the window of the rate limit.
    await service.handlerOf('auth')(eventOf({ path: '/auth/me', token }), {});
    const rounds = countRounds();
    const before = process.cpuUsage();
    const { statusCode = 500, body = 'null' } = await handler(eventOf({ ...call, token }), {});
    const { user, system } = process.cpuUsage(before);
    const cost = {
      rounds: rounds(),
      calls: this.#use.calls,
      'read units': this.#use.readUnits,
      'write units': this.#use.writeUnits,
      KB: Math.round(Buffer.byteLength(body) / 1000),
      CPU: Math.round((user + system) / this.#bare),
    };
    const ofKind = this.#found.get(kind) ?? new Map();
    this.#found.set(kind, ofKind);
    const known = ofKind.get(route.method + route.path);
    const isAccepted = statusCode < 300;
    if (isAccepted && !(known && priceOf(known.cost) >= priceOf(cost)))
      ofKind.set(route.method + route.path, { name, cost });
    if (statusCode >= 500) throw new Error(`${name}: ${statusCode} ${body}`);
    return { isAccepted, body: JSON.parse(body || 'null') };
  }

  /** A record to read. */
  async #idFor(route: Route): Promise<string> {
    if (!route.path.includes('{id}')) return '';
    const { type } = resourceOf(route);
    return this.#heavy.get(type) ?? service.recordOf(type, this.#person);
  }

  /** Records to change. */
  async #idsFor({ type }: Resource): Promise<string[]> {
    const known = [this.#made.get(type), this.#heavy.get(type)].filter((id) => id !== undefined);
    return known.length > 0 ? known : [await service.recordOf(type, this.#person)];
  }

  async #mostMembers(resource: Resource, does: 'create' | 'update') {
    const members = manyIn(resource, does).map(async ([name, type]) => {
      const all = await this.#idsOf(type);
      const ids = service.resources.some((each) => each.type === type && each.owner === 'platform')
        ? all
        : all.slice(0, MEMBERS);
      return [name, { data: ids.map((id) => ({ type, id })) }] as const;
    });
    return Object.fromEntries(await Promise.all(members));
  }

  async #idsOf(type: string): Promise<string[]> {
    const resource = service.resources.find((each) => each.type === type);
    if (!resource) throw new Error(`There is no type ${type}.`);
    const size = resource.pageMeta === 'none' ? '' : `page[size]=${resource.pageSize.max}&`;
    const path = `/${type}?${size}fields[${type}]=`;
    const { body = '' } = await service.handlerOf(resource.group)(
      eventOf({ path, token: this.#person.token }),
      {},
    );
    // The newest first, because the oldest album is full.
    return JSON.parse(body)
      .data.map(({ id }: { id: string }) => id)
      .toReversed();
  }
}

function resourceOf({ serving }: Route): Resource {
  if (serving.does === 'endpoint') throw new Error('Endpoints have no resource.');
  return serving.resource;
}
