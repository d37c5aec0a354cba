/** All of the API in one process: its routes, a function behind each, and people who ask. */
import { randomUUID } from 'node:crypto';
import type { Resource } from '../../shared/api/define/resource.ts';
import { type Route, routesOf } from '../../shared/api/define/routes.ts';
import { api } from '../../shared/api/index.ts';
import type { ApiHandler } from '../../shared/http/stack.ts';
import { type Answer, type Call, call, newAdmin, type Person } from '../support/calls.ts';
import { type ExampleDocument, examples, type Maker } from '../support/examples.ts';

export const routes: readonly Route[] = routesOf(api);
export const resources: readonly Resource[] = api.resources;

export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;

const handlers = new Map<string, ApiHandler>();
for (const group of new Set(routes.map((route) => route.group))) {
  const module = (await import(`../../functions/${group}/handler.ts`)) as { handler: ApiHandler };
  handlers.set(group, module.handler);
}

/** @param status what the answer must have. */
export function ask(route: Pick<Route, 'group'>, status: number, request: Call): Promise<Answer> {
  const handler = handlers.get(route.group);
  if (!handler) throw new Error(`No function serves ${route.group}.`);
  return call(handler, status, request);
}

export function routeFor(method: string, path: string): Route {
  const route = routes.find((each) => each.method === method && each.path === path);
  if (!route) throw new Error(`There is no route ${method} ${path}.`);
  return route;
}

const exampleOf = (type: string) => {
  const example = examples[type];
  if (!example) throw new Error(`${type} has no example: add one to test/support/examples.ts.`);
  return example;
};

function makerFor(person: Person): Maker {
  const post = async (path: string, body?: unknown, status = 201): Promise<string> => {
    const route = { group: resources.find(({ type }) => path.startsWith(`/${type}`))?.group ?? '' };
    const { token } = person;
    return (await ask(route, status, { method: 'POST', path, token, body })).body.data.id;
  };
  return {
    person,
    create: async (type) => post(`/${type}`, { data: { type, ...(await documentOf(type, person)) } }),
    post: (path) => post(path, undefined, 202),
  };
}

/** A valid document of the type, for a person who may create it. */
export async function documentOf(type: string, person: Person): Promise<ExampleDocument> {
  const example = exampleOf(type);
  if (!('document' in example)) throw new Error(`${type} are not created by POST.`);
  return example.document(makerFor(person));
}

const known = new Map<string, Promise<string>>();

/** A record of the type that the person owns: the same one whenever it is asked for. */
export function recordOf(type: string, person: Person): Promise<string> {
  const key = `${person.userId} ${type}`;
  const record = known.get(key) ?? newRecordOf(type, person);
  known.set(key, record);
  return record;
}

async function newRecordOf(type: string, person: Person): Promise<string> {
  const resource = resources.find((each) => each.type === type);
  const example = examples[type];
  if (resource?.owner === 'platform' && !example) return firstOf(resource, person);
  const maker = makerFor(person);
  const { existing } = { existing: undefined, ...exampleOf(type) };
  return existing ? existing(maker) : maker.create(type);
}

async function firstOf(resource: Resource, { token }: Person): Promise<string> {
  const list = await ask(resource, 200, { path: `/${resource.type}?page[size]=1`, token });
  return list.body.data[0].id;
}

/** The path of a route for one record. */
export const pathOf = ({ path }: Route, id: string): string => path.replace('{id}', id);

/** A request to the route that only its sender, and not its form, could make wrong. */
export async function requestTo(route: Route, person: Person, id: string): Promise<Call> {
  const { method, serving } = route;
  const path = pathOf(route, id);
  if (serving.does === 'create') {
    const { type } = serving.resource;
    return { method, path, body: { data: { type, ...(await documentOf(type, person)) } } };
  }
  if (serving.does === 'update') return { method, path, body: { data: { type: serving.resource.type, id } } };
  if (serving.does.endsWith('-linkage')) return { method, path, body: { data: [] } };
  return { method, path };
}

/** People whose endpoints are full cannot register more: everyone who creates is new. */
export const somebody = (): Promise<Person> => newAdmin();

export const uniqueName = (): string => `Name ${randomUUID()}`;
