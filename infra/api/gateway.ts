/** The HTTP API in front of the functions: address, routes, access log, CORS and throttling. */
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
    // With a custom domain, that is the API's only address: the one in its links.
    disableExecuteApiEndpoint: domain !== undefined,
  });
  const domainName =
    domain &&
    new DomainName(scope, 'Domain', {
      domainName: domain.name,
      certificate: Certificate.fromCertificateArn(scope, 'Certificate', domain.certificateArn),
    });
  const accessLog = new LogGroup(scope, 'AccessLog', {
    // With this prefix, log delivery needs no entry in the account's resource policy, whose size is limited.
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

/** What the documentation has: infra/documentation/site.ts. */
const documentationPaths = ['/', '/docs', '/docs/{proxy+}', '/openapi.json', '/llms.txt'];

/** It has no other route. */
const DEFAULT_FUNCTION = 'not-found';

/** Sends all paths of a group to its function, which knows the exact routes, and everything else to `not-found`. */
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
      // One permission per function: one per route would exceed the 20 KB limit of a function's resource policy. But that
      // one is for paths (<api>/*/*/*), and calls of the default route come from <api>/<stage>/$default.
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
      reason: 'Functions check token, session, role and rate limit themselves, in a single table call.',
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

/** No queries, and no headers but the user agent, so that nothing secret is logged. */
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
