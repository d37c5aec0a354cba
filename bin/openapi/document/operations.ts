/** Computes the operation of a route and the components it refers to. */
import type { Definitions } from '../../../shared/kit/declare/definitions.ts';
import { type Route, takesIdempotencyKey } from '../../../shared/kit/declare/routes.ts';
import type { ProblemCode } from '../../../shared/kit/values/problems.ts';
import { required } from '../../../shared/kit/values/required.ts';
import { errorResponses } from './error-responses.ts';
import { componentRef, type JsonSchema } from './json-schema.ts';
import { camel, oneOf, pascal, singularOf, words } from './names.ts';
import { operationText } from './operation-text.ts';
import { endpointParameters, parameterRef, queryParameters, requestHeaders } from './parameters.ts';
import { rejectionsOf } from './rejections.ts';
import { requestBody } from './requests.ts';
import { showing } from './showing.ts';
import { notModified, responseSchemas } from './success-responses.ts';

/** Recorded requests by operation id and responses by `responseName`. */
export interface Examples {
  readonly requests: Readonly<Record<string, unknown>>;
  readonly responses: Readonly<Record<string, unknown>>;
}

export interface OperationObject {
  /** Operations with the same name have the same successful response and share an example. */
  readonly responseName: string;
  readonly operation: JsonSchema;
  readonly codes: readonly ProblemCode[];
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly responses: Readonly<Record<string, JsonSchema>>;
  readonly parameters: Readonly<Record<string, JsonSchema>>;
}

interface Name {
  readonly operationId: string;
  readonly summary: string;
}

const usual = {
  list: (type: string) => ({ operationId: `list${pascal(type)}`, summary: `List ${words(type)}` }),
  read: (type: string) => nameWith('read', 'Read', type),
  create: (type: string) => nameWith('create', 'Create', type),
  update: (type: string) => nameWith('update', 'Change', type),
  delete: (type: string) => nameWith('delete', 'Delete', type),
} as const;

const nameWith = (verb: string, word: string, type: string): Name => ({
  operationId: `${verb}${pascal(singularOf(type))}`,
  summary: `${word} ${oneOf(type)}`,
});

const linking = {
  'replace-linkage': ['replace', 'Replace', 'of'],
  'add-linkage': ['add', 'Add', 'to'],
  'remove-linkage': ['remove', 'Remove', 'from'],
} as const;

function nameOf({ serving }: Route): Name {
  if (serving.does === 'endpoint')
    return { operationId: camel(serving.endpoint.name), summary: serving.endpoint.summary };
  const { type, relationships, actions } = serving.resource;
  if (serving.does === 'action') {
    return required(actions[serving.action], `${type} has no action ${serving.action}.`);
  }
  if (!('relationship' in serving)) return usual[serving.does](type);
  const { relationship, does } = serving;
  const of = pascal(singularOf(type));
  const what = words(relationship);
  const verb = relationships[relationship]?.many ? 'list' : 'read';
  if (does === 'related')
    return {
      operationId: `${verb}${pascal(relationship)}Of${of}`,
      summary: `${verb === 'list' ? 'List' : 'Read'} the ${what} of ${oneOf(type)}`,
    };
  if (does === 'linkage')
    return {
      operationId: `readLinkageOf${of}To${pascal(relationship)}`,
      summary: `Read the linkage of ${oneOf(type)}: ${what}`,
    };
  const [id, word, preposition] = linking[does];
  return {
    operationId: `${id}${pascal(relationship)}${pascal(preposition)}${of}`,
    summary: `${word} the linkage ${preposition} ${oneOf(type)}: ${what}`,
  };
}

const tagOf = ({ serving, group }: Route): string =>
  serving.does === 'endpoint' ? group : serving.resource.type;

function headersOf(route: Route, isTagged: boolean): (keyof typeof requestHeaders)[] {
  const { method, serving } = route;
  const isGuarded =
    ['update', 'delete'].includes(serving.does) || ('relationship' in serving && method !== 'GET');
  return [
    ...(isGuarded ? (['If-Match'] as const) : []),
    ...(method === 'GET' && isTagged ? (['If-None-Match'] as const) : []),
    ...(takesIdempotencyKey(route) ? (['Idempotency-Key'] as const) : []),
  ];
}

function withExample(response: JsonSchema, example: unknown): JsonSchema {
  const { content } = response as { content?: Readonly<Record<string, JsonSchema>> };
  if (!content || example === undefined) return response;
  const isDocument = (type: string) => !type.startsWith('text/');
  const media = Object.entries(content).map(([type, each]) => [
    type,
    isDocument(type) ? { ...each, example } : each,
  ]);
  return { ...response, content: Object.fromEntries(media) };
}

/** What an operation shows, and the query parameters that it takes. */
function shownBy(api: Definitions, { serving, access }: Route) {
  if (serving.does === 'endpoint') {
    const { endpoint } = serving;
    return { shown: endpoint.response, medium: endpoint, own: endpointParameters(endpoint), query: [] };
  }
  const { resource, parameters, response } = showing(api, serving);
  return { shown: response, medium: { access }, own: [], query: queryParameters(api, resource, parameters) };
}

export function operationOf(api: Definitions, route: Route, examples: Examples): OperationObject {
  const { operationId, summary } = nameOf(route);
  const { shown, medium, own, query } = shownBy(api, route);
  const { name, response: plain, components } = responseSchemas(api, shown, medium);
  const responseName = name ?? operationId;
  const response = withExample(plain, examples.responses[responseName]);
  const isTagged = 'ETag' in Object(response['headers']);
  const codes = rejectionsOf(api, route);
  const errors = errorResponses(api.problems, codes);
  const fields = headersOf(route, isTagged);
  const parameters = [...query, ...fields.map((name) => [name, requestHeaders[name]] as const)];
  const all = [...own, ...parameters.map(parameterRef)];
  const operation = {
    operationId,
    summary,
    description: operationText(route, summary),
    tags: [tagOf(route)],
    ...(route.access === 'public' && { security: [] }),
    ...(all.length > 0 && { parameters: all }),
    ...requestBody(route, examples.requests[operationId]),
    responses: {
      [shown.status]: name === undefined ? response : componentRef('responses', name),
      ...(fields.includes('If-None-Match') && { 304: componentRef('responses', 'not-modified') }),
      ...errors.byStatus,
    },
  };
  return {
    responseName,
    operation,
    codes,
    schemas: Object.fromEntries(components),
    responses: {
      ...errors.components,
      ...(name !== undefined && { [name]: response }),
      ...(fields.includes('If-None-Match') && { 'not-modified': notModified }),
    },
    parameters: Object.fromEntries(parameters),
  };
}
