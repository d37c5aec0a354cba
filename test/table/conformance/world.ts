/** An API in one process: its routes and functions, and the requests that the conformance suites send. */
import type { Definitions } from '../../../shared/kit/declare/definitions.ts';
import { creationStatus, type Resource } from '../../../shared/kit/declare/resource.ts';
import { type Route, routesOf } from '../../../shared/kit/declare/routes.ts';
import type { ApiHandler } from '../../../shared/kit/http/stack.ts';
import { type CallResponse, call, PASSWORD, type Person } from '../../support/calls.ts';
import type { Call } from '../../support/event-of.ts';
import type { Example, ExampleDocument, Maker } from '../../support/examples.ts';
import { everyThird } from '../../support/long-run.ts';

export interface Parts {
  readonly definitions: Definitions;
  /** The function of each group. */
  readonly handlers: Readonly<Record<string, ApiHandler>>;
  /** A valid record of each type; reference data needs none. */
  readonly examples: Readonly<Record<string, Example>>;
}

/** The bodies of endpoints. */
const bodies: Readonly<Record<string, (person: Person) => object>> = {
  'sign-in': ({ email }) => ({ email, password: PASSWORD, grant_type: 'password' }),
  'change-password': () => ({ current_password: PASSWORD, new_password: 'Correct-Horse-2' }),
};

export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;

/** The path of a route for one record. */
export const pathOf = ({ path }: Pick<Route, 'path'>, id: string): string => path.replace('{id}', id);

/** For `it.each` and `describe.each`. */
export const byName = (routes: readonly Route[]): (readonly [string, Route])[] =>
  routes.map((route) => [nameOf(route), route]);

export class World {
  readonly definitions: Definitions;
  readonly routes: readonly Route[];
  readonly #handlers: Parts['handlers'];
  readonly #examples: Parts['examples'];
  readonly #known = new Map<string, Promise<string>>();
  readonly #documents = new Map<string, Promise<ExampleDocument>>();

  constructor({ definitions, handlers, examples }: Parts) {
    this.definitions = definitions;
    this.routes = routesOf(definitions);
    this.#handlers = handlers;
    this.#examples = examples;
  }

  get resources(): readonly Resource[] {
    return this.definitions.resources;
  }

  /** @param status that the response must have. */
  ask({ group }: Pick<Route, 'group'>, status: number, request: Call): Promise<CallResponse> {
    return call(this.handlerOf(group), status, request);
  }

  /** @returns the function of a group. */
  handlerOf(group: string): ApiHandler {
    const handler = this.#handlers[group];
    if (!handler) throw new Error(`No function serves ${group}.`);
    return handler;
  }

  /** @throws Error when no route serves the method and path. */
  routeFor(method: string, path: string): Route {
    const route = this.routes.find((each) => each.method === method && each.path === path);
    if (!route) throw new Error(`There is no route ${method} ${path}.`);
    return route;
  }

  /** @returns the third of the values that this run tries on the route. Routes with the same values together try them all. */
  someFor<T>(route: Route, values: readonly T[]): T[] {
    return everyThird(values, this.routes.indexOf(route));
  }

  /** A valid document of the type, for a person who may create it. */
  async documentOf(type: string, person: Person): Promise<ExampleDocument> {
    const example = this.#exampleOf(type);
    if (!('document' in example)) throw new Error(`${type} are not created by POST.`);
    return example.document(this.#makerFor(person));
  }

  /** @returns a record of the type that the person can read, the same one each time. */
  recordOf(type: string, person: Person): Promise<string> {
    const key = `${person.userId} ${type}`;
    const record = this.#known.get(key) ?? this.newRecordOf(type, person);
    this.#known.set(key, record);
    return record;
  }

  /** A record that nothing else in the suites refers to; of reference data, the first. */
  async newRecordOf(type: string, person: Person): Promise<string> {
    const resource = this.resources.find((each) => each.type === type);
    if (resource?.owner === 'platform' && !this.#examples[type]) {
      const request = { path: `/${type}?page[size]=1`, token: person.token };
      return (await this.ask(resource, 200, request)).body.data[0].id;
    }
    const maker = this.#makerFor(person);
    const { existing } = { existing: undefined, ...this.#exampleOf(type) };
    return existing ? existing(maker) : maker.create(type);
  }

  /** A well-formed request to the route, which only its sender can make invalid. */
  async requestTo(route: Route, person: Person, id: string): Promise<Call> {
    const request = await requestTo(route, id, (type) => this.documentOf(type, person));
    const { serving } = route;
    if (serving.does !== 'endpoint' || !serving.endpoint.body) return request;
    const { name, contentType } = serving.endpoint;
    return { ...request, body: bodies[name]?.(person), headers: { 'content-type': contentType } };
  }

  /** The same for requests that are all rejected: they share a document, which takes many requests to prepare. */
  rejectedRequestTo(route: Route, person: Person, id: string): Promise<Call> {
    return requestTo(route, id, (type) => {
      const key = `${person.userId} ${type}`;
      const document = this.#documents.get(key) ?? this.documentOf(type, person);
      this.#documents.set(key, document);
      return document;
    });
  }

  #exampleOf(type: string): Example {
    const example = this.#examples[type];
    if (!example) throw new Error(`${type} has no example: add one to the examples of its definitions.`);
    return example;
  }

  #makerFor(person: Person): Maker {
    const { token } = person;
    const post = async (path: string, body?: unknown, status?: number): Promise<string> => {
      const type = path.split('/')[1];
      const resource = this.resources.find((each) => each.type === type);
      const group = resource?.group ?? '';
      return (
        await this.ask({ group }, status ?? (resource ? creationStatus(resource) : 201), {
          method: 'POST',
          path,
          token,
          body,
        })
      ).body.data.id;
    };
    return {
      person,
      create: async (type) => post(`/${type}`, { data: { type, ...(await this.documentOf(type, person)) } }),
      createFrom: (type, document) => post(`/${type}`, { data: { type, ...document } }),
      post: (path) => post(path, undefined, 202),
      first: async (path) => {
        const type = path.split(/[/?]/)[1];
        const group = this.resources.find((each) => each.type === type)?.group ?? '';
        return (await this.ask({ group }, 200, { path, token })).body.data[0].id;
      },
    };
  }
}

async function requestTo(
  route: Route,
  id: string,
  documentOf: (type: string) => Promise<ExampleDocument>,
): Promise<Call> {
  const { method, serving } = route;
  const path = pathOf(route, id);
  if (serving.does === 'create') {
    const { type } = serving.resource;
    return { method, path, body: { data: { type, ...(await documentOf(type)) } } };
  }
  if (serving.does === 'update') return { method, path, body: { data: { type: serving.resource.type, id } } };
  if (serving.does === 'action' && serving.action.startsWith('bulk/')) {
    const { type } = serving.resource;
    return { method, path, body: { data: [{ type, ...(await documentOf(type)) }] } };
  }
  if (serving.does === 'action') {
    const { type, actions } = serving.resource;
    const { body } = actions[serving.action] ?? {};
    return { method, path, ...(body && { body: { data: { type, attributes: body.example } } }) };
  }
  if (!serving.does.endsWith('-linkage') || !('relationship' in serving)) return { method, path };
  const { type, relationships } = serving.resource;
  const { many = false, required = false } = relationships[serving.relationship] ?? {};
  const isNeeded = required && serving.does === 'replace-linkage';
  const { relationships: examples } = isNeeded ? await documentOf(type) : {};
  return { method, path, body: examples?.[serving.relationship] ?? { data: many ? [] : null } };
}
