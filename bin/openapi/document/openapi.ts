/** Computes the OpenAPI 3.1 document from declarations. No function imports this. */
import type { Definitions } from '../../../shared/kit/declare/definitions.ts';
import { type Route, routesOf } from '../../../shared/kit/declare/routes.ts';
import { VERSION_PATH } from '../../../shared/kit/jsonapi/links.ts';
import { identifiers, idOf, linkageLinks } from './attributes.ts';
import { jsonapiMember, remarksMember } from './documents.ts';
import { problemSchemas } from './error-responses.ts';
import { headerComponents } from './headers.ts';
import { type JsonSchema, schemaRef } from './json-schema.ts';
import { type Examples, type OperationObject, operationOf } from './operations.ts';
import { sentObjects } from './requests.ts';
import { resourceObjects } from './success-responses.ts';
import { webhooksOf } from './webhooks.ts';

type Members = Readonly<Record<string, JsonSchema>>;

export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: JsonSchema;
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly JsonSchema[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Operations by path and method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly webhooks: Members;
  readonly components: Readonly<
    Record<'schemas' | 'responses' | 'parameters' | 'headers' | 'securitySchemes', Members>
  >;
}

interface OpenApiOptions {
  readonly examples?: Examples;
  /** Paragraphs about the whole API. */
  readonly conventions?: readonly string[];
  /** Paragraphs about a type, by type. */
  readonly notes?: Readonly<Record<string, readonly string[]>>;
}

/**
 * @param api the declarations with their views and sources.
 * @returns a document that is deterministic for the same declarations.
 * @throws Error if JSON Schema cannot express an attribute.
 * @example openApiOf(definitions)
 */
export function openApiOf(
  api: Definitions,
  { examples = { requests: {}, responses: {} }, conventions = [], notes = {} }: OpenApiOptions = {},
): OpenApi {
  const routes = routesOf(api);
  const operations = routes.map((route) => ({ route, ...operationOf(api, route, examples) }));
  const codes = [...new Set(operations.flatMap((each) => each.codes))].toSorted();
  const { webhooks, schemas } = webhooksOf(api.events ?? {}, schemaRef);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Music distribution',
      version: VERSION_PATH.split('/v').at(-1),
      description: conventions.join('\n\n'),
      contact: { name: 'The operator of the stage' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: `http://localhost:3000${VERSION_PATH}` }],
    security: [{ bearer: [] }],
    tags: tagsOf(api, routes, notes),
    paths: pathsOf(api, operations),
    webhooks,
    components: {
      schemas: sorted({
        jsonapi: jsonapiMember,
        'linkage-links': linkageLinks,
        remarks: remarksMember,
        ...Object.fromEntries([...identifiers(api), ...resourceObjects(api), ...sentObjects(api)]),
        ...merged(operations, 'schemas'),
        ...problemSchemas(api.problems, codes),
        ...schemas,
      }),
      responses: sorted(merged(operations, 'responses')),
      parameters: sorted(merged(operations, 'parameters')),
      headers: headerComponents,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `access_token` of `POST /oauth/token`.',
        },
      },
    },
  };
}

const sorted = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).toSorted(([left], [right]) => (left < right ? -1 : 1)));

const merged = (
  operations: readonly OperationObject[],
  kind: 'schemas' | 'responses' | 'parameters',
): Members => Object.fromEntries(operations.flatMap((each) => Object.entries(each[kind])));

function pathsOf(
  api: Definitions,
  operations: readonly (OperationObject & { readonly route: Route })[],
): OpenApi['paths'] {
  const byPath = Map.groupBy(operations, ({ route }) => route.path);
  const paths = [...byPath].map(([path, some]) => {
    const first = some[0]?.route;
    const schema =
      first && first.serving.does !== 'endpoint'
        ? idOf(api, first.serving.resource.type)
        : { type: 'string' };
    const parameters = [{ name: 'id', in: 'path', required: true, schema }];
    const methods = some.map(({ route, operation }) => [route.method.toLowerCase(), operation] as const);
    return [path, { ...(path.includes('{id}') && { parameters }), ...Object.fromEntries(methods) }] as const;
  });
  return Object.fromEntries(paths);
}

/** A tag for each type with its notes, and one for the endpoints of each group. */
function tagsOf(
  api: Definitions,
  routes: readonly Route[],
  notes: Readonly<Record<string, readonly string[]>>,
): OpenApi['tags'] {
  const groups = Map.groupBy(api.endpoints, ({ group }) => group);
  const ofEndpoints = [...groups].map(([name, endpoints]) => ({
    name,
    description: `${endpoints.map(({ summary }) => summary).join('. ')}.`,
  }));
  const served = new Set(
    routes.flatMap(({ serving }) => (serving.does === 'endpoint' ? [] : [serving.resource.type])),
  );
  const ofTypes = api.resources
    .filter(({ type }) => served.has(type))
    .map(({ type, about }) => ({ name: type, description: [about, ...(notes[type] ?? [])].join('\n\n') }));
  return [...ofEndpoints, ...ofTypes];
}
