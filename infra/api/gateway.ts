/** The HTTP API in front of the functions, with routes, access log, CORS and throttling. */
import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CorsHttpMethod,
  type CorsPreflightOptions,
  DomainName,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { GatewayRoute } from '../../shared/kit/declare/routes.ts';
import { type Functions, functionNamed } from '../functions/stage-functions.ts';
import type { StageConfig } from '../stages/stage-config.ts';

export interface Gateway {
  readonly api: HttpApi;
  readonly address: string;
  /** The target for the DNS record of the stage's custom domain. */
  readonly domainTarget?: string;
}

export function gateway(scope: Construct, stage: StageConfig): Gateway {
  const { name, corsOrigins, domain, throttle, logRetentionDays } = stage;
  const api = new HttpApi(scope, 'Api', {
    apiName: `music-distribution-${name}`,
    createDefaultStage: false,
    ...(corsOrigins.length > 0 && { corsPreflight: cors(corsOrigins) }),
    // A custom domain is the API's only address, as in its links.
    disableExecuteApiEndpoint: domain !== undefined,
  });
  const domainName =
    domain &&
    new DomainName(scope, 'Domain', {
      domainName: domain.name,
      certificate: Certificate.fromCertificateArn(scope, 'Certificate', domain.certificateArn),
    });
  const accessLog = new LogGroup(scope, 'AccessLog', {
    // With this prefix, log delivery does not use the account's resource policy, whose size is limited.
    logGroupName: `/aws/vendedlogs/music-distribution-${name}`,
    retention: logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  api.addStage('Stage', {
    stageName: '$default',
    autoDeploy: true,
    accessLogSettings: { destination: new LogGroupLogDestination(accessLog), format: accessLogFormat },
    ...(throttle && { throttle: { rateLimit: throttle.rate, burstLimit: throttle.burst } }),
    ...(domainName && { domainMapping: { domainName } }),
  });
  return {
    api,
    address: domain ? `https://${domain.name}` : api.apiEndpoint,
    ...(domainName && { domainTarget: domainName.regionalDomainName }),
  };
}

/** Paths of the files in infra/documentation/site.ts. */
const documentationPaths = ['/', '/docs', '/docs/{proxy+}', '/openapi.json', '/llms.txt'];

const DEFAULT_FUNCTION = 'not-found';

/** Sends all paths of a group to its function, which has the exact routes, and all others to `not-found`. */
export function routeRequests(
  scope: Construct,
  api: HttpApi,
  { routes, functions }: { routes: readonly GatewayRoute[]; functions: Functions },
): void {
  const integrations = new Map<string, HttpLambdaIntegration>();
  const integration = (name: string) => {
    const existing = integrations.get(name);
    if (existing) return existing;
    const made = new HttpLambdaIntegration(`${name}-integration`, functionNamed(functions, name), {
      // Permissions per route would exceed the 20 KB limit of a function's resource policy. A permission per
      // function (<api>/*/*/*) does not cover the default route, whose calls come from
      // <api>/<stage>/$default.
      scopePermissionToRoute: name === DEFAULT_FUNCTION,
    });
    integrations.set(name, made);
    return made;
  };
  const route = (routeKey: HttpRouteKey, name: string) => {
    const made = new HttpRoute(scope, `Route ${routeKey.path ?? 'default'}`, {
      httpApi: api,
      routeKey,
      integration: integration(name),
    });
    Validations.of(made).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason: 'Functions check the token, session, role and rate limit in a single table call.',
    });
  };
  for (const { group, segment } of routes) {
    for (const path of [`/${segment}`, `/api/v1/${segment}`]) {
      route(HttpRouteKey.with(path, HttpMethod.ANY), group);
      route(HttpRouteKey.with(`${path}/{proxy+}`, HttpMethod.ANY), group);
    }
  }
  for (const path of documentationPaths) route(HttpRouteKey.with(path, HttpMethod.ANY), 'documentation');
  route(HttpRouteKey.DEFAULT, DEFAULT_FUNCTION);
}

function cors(origins: readonly string[]): CorsPreflightOptions {
  return {
    allowOrigins: [...origins],
    allowCredentials: false,
    allowMethods: [CorsHttpMethod.GET, CorsHttpMethod.POST, CorsHttpMethod.PATCH, CorsHttpMethod.DELETE],
    allowHeaders: ['accept', 'authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match'],
    exposeHeaders: [
      'etag',
      'location',
      'retry-after',
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
    ],
    maxAge: Duration.hours(1),
  };
}

/** Without queries and headers other than the user agent, which could contain secrets. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    time: '$context.requestTime',
    sourceIp: '$context.identity.sourceIp',
    userAgent: '$context.identity.userAgent',
    method: '$context.httpMethod',
    path: '$context.path',
    route: '$context.routeKey',
    status: '$context.status',
    responseBytes: '$context.responseLength',
    milliseconds: '$context.responseLatency',
    functionMilliseconds: '$context.integrationLatency',
    functionError: '$context.integrationErrorMessage',
    gatewayError: '$context.error.message',
  }),
);
