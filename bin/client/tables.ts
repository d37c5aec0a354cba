/** What the client knows of the API when it runs. */
import type { Endpoint } from '../../shared/kit/declare/endpoint.ts';
import { type Action, type Resource, takesRecords } from '../../shared/kit/declare/resource.ts';
import { camel } from '../openapi/document/names.ts';
import { bodySchema, largestPage, resources, soleAttributes } from './described-api.ts';
import type { ActionTable, TypeTable } from './runtime/collection.ts';
import type { EndpointTable } from './runtime/endpoints.ts';

const pageOf = (type: string): number => {
  const resource = resources.find((each) => each.type === type);
  return resource ? largestPage(resource) : 0;
};

export const typeTable = (resource: Resource): TypeTable => ({
  type: resource.type,
  pageSize: largestPage(resource),
  relationships: Object.fromEntries(
    Object.entries(resource.relationships).map(([name, { type, many }]) => [
      name,
      { type, isMany: many, pageSize: many ? pageOf(type) : 0 },
    ]),
  ),
  actions: Object.fromEntries(
    Object.entries(resource.actions).map(([name, action]) => [
      camel(name),
      actionTable(resource, name, action),
    ]),
  ),
});

function actionTable({ type, filters }: Resource, name: string, action: Action): ActionTable {
  const { method, on, path, operationId, response } = action;
  const body = bodySchema(operationId);
  const single = body && soleAttributes(body.schema) ? 'attributes' : 'document';
  return {
    method,
    path: path ?? (on === 'record' ? `/${type}/{id}/${name}` : `/${type}/${name}`),
    takes: takesRecords(action) ? 'records' : body ? single : 'nothing',
    shows: response.shows,
    pageSize: response.shows === 'page' ? pageOf(response.type) : 0,
    bareFilters: Object.keys(filters).filter((each) => filters[each]?.isBare),
    hasCsv: response.shows === 'page' && response.csv === true,
  };
}

export const endpointTables = (endpoints: readonly Endpoint[]): Readonly<Record<string, EndpointTable>> =>
  Object.fromEntries(
    endpoints.map(({ name, method, path, body }) => [
      camel(name),
      { method, path, takesBody: body !== null },
    ]),
  );

/**
 * @returns the endpoints that a client calls, by group. It has its own method to sign in, and redirections
 * need no client.
 * @throws Error for an endpoint whose parameters the client cannot pass.
 */
export function calledEndpoints(endpoints: readonly Endpoint[]): ReadonlyMap<string, readonly Endpoint[]> {
  const called = endpoints.filter(
    ({ path, response }) => path !== '/oauth/token' && response.status !== 302 && response.status !== 303,
  );
  const other = called.find(({ path, query }) => query !== undefined || path.includes('{'));
  if (other) throw new Error(`The generated client has no parameters for ${other.path}. Add them to it.`);
  return Map.groupBy(called, ({ group }) => group);
}
