/** The HTTP API in front of the functions, with its domain, access log and throttling. */
import { Annotations, ArnFormat, RemovalPolicy, Stack, Tags } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CfnApi,
  DomainName,
  HttpApi,
  HttpStage,
  type IHttpApi,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { GatewayRoute } from '../../shared/kit/declare/routes.ts';
import { type Aliases, invokedName } from '../functions/gradual.ts';
import { type Functions, functionNamed } from '../functions/stage-functions.ts';
import type { StageConfig } from '../stages/stage-config.ts';
import { apiDefinition, DEFAULT_FUNCTION, servingFunctions } from './api-definition.ts';
import { firewallBefore } from './firewall.ts';

export interface Gateway {
  readonly api: IHttpApi;
  readonly address: string;
  /** The target for the DNS record of the stage's custom domain. */
  readonly domainTarget?: string;
  /** Proves that a request has passed the firewall, if the stage has one. */
  readonly firewallKey?: string;
}

interface GatewayContent {
  readonly routes: readonly GatewayRoute[];
  readonly tags: Readonly<Record<string, string>>;
}

export function gateway(scope: Construct, stage: StageConfig, content: GatewayContent): Gateway {
  const { name, domain, firewall, throttle, logRetentionDays } = stage;
  const parts = new Construct(scope, 'Api');
  const api = httpApi(parts, stage, content);
  const domainName =
    domain &&
    !firewall &&
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
  new HttpStage(parts, 'Stage', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    accessLogSettings: { destination: new LogGroupLogDestination(accessLog), format: accessLogFormat },
    ...(throttle && { throttle: { rateLimit: throttle.rate, burstLimit: throttle.burst } }),
    ...(domainName && { domainMapping: { domainName } }),
  });
  const inFront = firewallBefore(api, scope, stage);
  return {
    api,
    address: domain ? `https://${domain.name}` : api.apiEndpoint,
    ...(domainName && { domainTarget: domainName.regionalDomainName }),
    ...(inFront && { domainTarget: inFront.domainTarget, firewallKey: inFront.key }),
  };
}

function httpApi(parts: Construct, stage: StageConfig, { routes, tags }: GatewayContent): IHttpApi {
  const { partition, region, account } = Stack.of(parts);
  // By name, because the functions refer to the address of the API.
  const uriOf = (functionName: string) =>
    `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/arn:${partition}:lambda:${region}:` +
    `${account}:function:${invokedName(stage, functionName)}/invocations`;
  const body = apiDefinition({ stage, routes, tags, uriOf });
  const created = new CfnApi(parts, 'Resource', { body });
  for (const tag of Object.keys(tags)) Tags.of(created).remove(tag);
  return HttpApi.fromHttpApiAttributes(parts, 'Reference', {
    httpApiId: created.ref,
    apiEndpoint: created.attrApiEndpoint,
  });
}

/**
 * Permits the API to invoke functions and their aliases, so that requests succeed while it changes to the
 * other.
 */
export function permitRequests(
  api: IHttpApi,
  { routes, functions, aliases }: { routes: readonly GatewayRoute[]; functions: Functions; aliases: Aliases },
): void {
  for (const name of servingFunctions(routes)) {
    const target = functionNamed(functions, name);
    const alias = aliases.get(name);
    if (alias) {
      permitRequestsTo(alias, api, name);
      Annotations.of(target).acknowledgeWarning('@aws-cdk/aws-lambda:addPermissionsToVersionOrAlias');
    }
    permitRequestsTo(target, api, name);
  }
}

function permitRequestsTo(target: LambdaFunction | Alias, { apiId }: IHttpApi, name: string): void {
  target.addPermission('Requests', {
    principal: new ServicePrincipal('apigateway.amazonaws.com'),
    sourceArn: Stack.of(target).formatArn({
      service: 'execute-api',
      resource: apiId,
      // Permissions per route would exceed the 20 KB limit of a function's resource policy. Calls of the
      // default route come from <api>/<stage>/$default, which has no method.
      resourceName: name === DEFAULT_FUNCTION ? '*/*' : '*/*/*',
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    }),
  });
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
