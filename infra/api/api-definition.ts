/**
 * The OpenAPI document from which API Gateway makes the routes of a stage. One document instead of a resource
 * for each route keeps the stack small, and all routes change together.
 */
import type { GatewayRoute } from '../../shared/kit/declare/routes.ts';
import type { StageConfig } from '../stages/stage-config.ts';

/** Serves all paths that no other route matches. */
export const DEFAULT_FUNCTION = 'not-found';

const DOCUMENTATION_FUNCTION = 'documentation';

/** Paths of the files in bin/site/site.ts. */
const documentationPaths = ['/', '/docs', '/docs/{proxy+}', '/openapi.json', '/llms.txt'];

const DEFAULT_PATH = '/$default';

interface Definition {
  readonly stage: Pick<StageConfig, 'name' | 'corsOrigins' | 'domain' | 'firewall'>;
  readonly routes: readonly GatewayRoute[];
  /** CloudFormation rejects the property Tags beside a document. */
  readonly tags: Readonly<Record<string, string>>;
  /** @returns the URI at which API Gateway invokes a function. */
  readonly uriOf: (functionName: string) => string;
}

/** @returns the names of the functions that serve routes, without duplicates. */
export const servingFunctions = (routes: readonly GatewayRoute[]): readonly string[] => [
  ...new Set([...routes.map(({ group }) => group), DOCUMENTATION_FUNCTION, DEFAULT_FUNCTION]),
];

export function apiDefinition({ stage, routes, tags, uriOf }: Definition): object {
  const { name, corsOrigins, domain, firewall } = stage;
  const integrations = servingFunctions(routes).map((each) => [each, integrationWith(uriOf(each))]);
  return {
    openapi: '3.0.1',
    info: { title: `music-distribution-${name}`, version: '1' },
    tags: Object.entries(tags).map(([key, value]) => ({ name: key, 'x-amazon-apigateway-tag-value': value })),
    // A custom domain is the API's only address, as in its links. CloudFront uses the other one.
    servers: [
      {
        'x-amazon-apigateway-endpoint-configuration': {
          disableExecuteApiEndpoint: domain !== undefined && firewall === undefined,
        },
      },
    ],
    ...(corsOrigins.length > 0 && { 'x-amazon-apigateway-cors': cors(corsOrigins) }),
    paths: Object.fromEntries(
      Array.from(functionsByPath(routes), ([path, each]) => [
        path,
        { 'x-amazon-apigateway-any-method': operation(path, each) },
      ]),
    ),
    components: { 'x-amazon-apigateway-integrations': Object.fromEntries(integrations) },
  };
}

/** All paths of a group have its function, which has the exact routes. */
function functionsByPath(routes: readonly GatewayRoute[]): Map<string, string> {
  const ofGroups = routes.flatMap(({ group, segment }) =>
    [`/${segment}`, `/api/v1/${segment}`]
      .flatMap((path) => [path, `${path}/{proxy+}`])
      .map((path) => [path, group] as const),
  );
  const documented = documentationPaths.map((path) => [path, DOCUMENTATION_FUNCTION] as const);
  return new Map([...ofGroups, ...documented, [DEFAULT_PATH, DEFAULT_FUNCTION]]);
}

const operation = (path: string, functionName: string) => ({
  ...(path === DEFAULT_PATH && { isDefaultRoute: true }),
  ...(path.endsWith('{proxy+}') && {
    parameters: [{ name: 'proxy+', in: 'path', required: true, schema: { type: 'string' } }],
  }),
  responses: { default: { description: 'The response of the function.' } },
  'x-amazon-apigateway-integration': {
    $ref: `#/components/x-amazon-apigateway-integrations/${functionName}`,
  },
});

const integrationWith = (uri: string) => ({
  type: 'aws_proxy',
  httpMethod: 'POST',
  uri,
  payloadFormatVersion: '2.0',
  connectionType: 'INTERNET',
});

const cors = (origins: readonly string[]) => ({
  allowOrigins: origins,
  allowCredentials: false,
  allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
  allowHeaders: ['accept', 'authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match'],
  exposeHeaders: [
    'etag',
    'location',
    'retry-after',
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
  ],
  maxAge: 3600,
});
