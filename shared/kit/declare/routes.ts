/** Computes routes from declarations, for the router, the gateway, the documentation and tests. */
import { required } from '../values/required.ts';
import type { Api } from './api.ts';
import { attr } from './attribute.ts';
import type { Endpoint } from './endpoint.ts';
import { type Resource, takesRecords } from './resource.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export type Serving =
  | { readonly does: 'list' | 'read' | 'create' | 'update' | 'delete'; readonly resource: Resource }
  | { readonly does: 'related' | 'linkage'; readonly resource: Resource; readonly relationship: string }
  | {
      readonly does: 'replace-linkage' | 'add-linkage' | 'remove-linkage';
      readonly resource: Resource;
      readonly relationship: string;
    }
  | { readonly does: 'action'; readonly resource: Resource; readonly action: string }
  | { readonly does: 'endpoint'; readonly endpoint: Endpoint };

export type ResourceServing = Exclude<Serving, { does: 'endpoint' }>;

export interface Route {
  readonly method: Method;
  /** For example /labels/{id}. */
  readonly path: string;
  readonly group: string;
  readonly access: Endpoint['access'];
  readonly serving: Serving;
}

/** @returns whether requests to the route can have a body. */
export function hasBody({ method, serving }: Route): boolean {
  if (method === 'GET') return false;
  if (serving.does === 'endpoint') return serving.endpoint.body !== null;
  return ['create', 'update', 'replace-linkage', 'add-linkage', 'remove-linkage', 'action'].includes(
    serving.does,
  );
}

/** Whether the body can be a form instead. */
export const takesForm = ({ serving }: Pick<Route, 'serving'>): boolean =>
  serving.does === 'endpoint' && serving.endpoint.form !== undefined;

/** @returns whether requests to the route can change more than sessions. */
export const mayChange = ({ method, serving }: Pick<Route, 'method' | 'serving'>): boolean =>
  method !== 'GET' && !(serving.does === 'endpoint' && serving.endpoint.endsSessions === true);

/** @returns whether requests to the route only read records. */
export const onlyReads = ({ serving }: Route): boolean =>
  ['list', 'read', 'related', 'linkage'].includes(serving.does);

/** @returns whether a request with an Idempotency-Key that is repeated gets the first response. */
export function takesIdempotencyKey({ method, serving }: Pick<Route, 'method' | 'serving'>): boolean {
  if (method !== 'POST' || serving.does === 'endpoint') return false;
  return !(serving.does === 'action' && serving.resource.actions[serving.action]?.runsAgain);
}

/** @returns whether the response is CSV if the request accepts that rather than JSON:API. */
export function showsCsv({ serving }: Pick<Route, 'serving'>): boolean {
  if (serving.does !== 'action') return false;
  const response = serving.resource.actions[serving.action]?.response;
  return response?.shows === 'page' && response.csv === true;
}

type Members = Pick<Resource, 'attributes' | 'relationships' | 'unknownMembers'>;

/** @returns what resource objects in requests can have; undefined if requests contain none. */
export function bodyMembers(serving: ResourceServing): Members | undefined {
  const { does, resource } = serving;
  if (does !== 'action') return does === 'create' || does === 'update' ? resource : undefined;
  const action = resource.actions[serving.action];
  if (!action?.body) return action && takesRecords(action) ? resource : undefined;
  const attributes = Object.entries(action.body.attributes).map(
    ([name, schema]) => [name, attr(schema)] as const,
  );
  return { ...resource, attributes: Object.fromEntries(attributes), relationships: {} };
}

export function routesOf(api: Api): Route[] {
  const endpoints = api.endpoints.map((endpoint): Route => {
    const { method, path, group, access } = endpoint;
    return { method, path, group, access, serving: { does: 'endpoint', endpoint } };
  });
  return [...endpoints, ...api.resources.flatMap(routesOfResource)];
}

function routesOfResource(resource: Resource): Route[] {
  const { type, group, operations, access } = resource;
  const route = (method: Method, tail: string, serving: Serving): Route => ({
    method,
    path: `/${type}${tail}`,
    group,
    access,
    serving,
  });
  const verbs = {
    list: ['GET', ''],
    read: ['GET', '/{id}'],
    create: ['POST', ''],
    update: ['PATCH', '/{id}'],
    delete: ['DELETE', '/{id}'],
  } as const;
  const actions = Object.entries(resource.actions).map(([action, { method, on, path }]) => {
    const tail = on === 'record' ? `/{id}/${action}` : `/${action}`;
    const below = route(method, tail, { does: 'action', resource, action });
    return path === undefined ? below : { ...below, path };
  });
  const plain = operations.map((does) => route(verbs[does][0], verbs[does][1], { does, resource }));
  return [...actions, ...plain, ...relationshipRoutes(resource, route)];
}

function relationshipRoutes(
  resource: Resource,
  route: (method: Method, tail: string, serving: Serving) => Route,
): Route[] {
  return Object.entries(resource.relationships).flatMap(([relationship, { many, writable }]) => {
    const self = `/{id}/relationships/${relationship}`;
    const about = { resource, relationship };
    const reads = [
      route('GET', `/{id}/${relationship}`, { does: 'related', ...about }),
      route('GET', self, { does: 'linkage', ...about }),
    ];
    if (writable !== 'always' || !resource.operations.includes('update')) return reads;
    const replace = route('PATCH', self, { does: 'replace-linkage', ...about });
    if (!many) return [...reads, replace];
    return [
      ...reads,
      replace,
      route('POST', self, { does: 'add-linkage', ...about }),
      route('DELETE', self, { does: 'remove-linkage', ...about }),
    ];
  });
}

export interface GatewayRoute {
  readonly segment: string;
  readonly group: string;
}

/**
 * @returns the first path segments with their groups.
 * @throws Error if two groups have the same segment, because the gateway could not distinguish them.
 */
export function gatewayRoutesOf(api: Api): readonly GatewayRoute[] {
  const groups = new Map<string, string>();
  for (const { path, group } of routesOf(api)) {
    const segment = required(path.split('/')[1], 'Every path begins with a slash.');
    const other = groups.get(segment);
    if (other && other !== group)
      throw new Error(`/${segment} can have only one group, not both ${other} and ${group}.`);
    groups.set(segment, group);
  }
  return [...groups].map(([segment, group]) => ({ segment, group }));
}
