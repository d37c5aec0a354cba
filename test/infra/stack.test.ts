import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CfnResource, Stack } from 'aws-cdk-lib';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { gatewayRoutes } from '../../infra/api/gateway-routes.ts';
import { emptyApp } from '../../infra/app.ts';
import { tableShape } from '../../shared/kit/table/keys.ts';
import {
  functionFolders,
  functionsOf,
  propertiesOf,
  propertiesOfThe,
  routesOf,
  synthesized,
  type Template,
  temporaryFolder,
} from './synthesis.ts';

const stages = {
  dev: await synthesized('dev'),
  prod: await synthesized('prod'),
  local: await synthesized('local'),
  feature: await synthesized('feature, disposable'),
};
const everyStage = Object.entries(stages);
const withDomain = await synthesized('dev with a domain');

describe.each(everyStage)('the stage %s', (name, { template, findings }) => {
  const groups = new Set(gatewayRoutes.map(({ group }) => group));

  test('passes template validation without findings', () => {
    expect(findings()).toEqual([]);
  });

  test('has one function for each declared group, and the other functions', () => {
    const others = [
      'not-found',
      'documentation',
      'publish-changes',
      'send-webhooks',
      'validate-assets',
      'match-tracks',
      'analyze-audio',
      'deliver-releases',
      'transfer-releases',
      'import-usage',
      'erase-data',
      'fold-lists',
      'make-reports',
      'review-requests',
      'sweep',
      'operate',
    ];
    expect([...functionsOf(template, v.unknown()).keys()].sort()).toEqual([...groups, ...others].sort());
  });

  test('routes the paths of groups and of the documentation to their functions, and others to not-found', () => {
    const expected = gatewayRoutes.flatMap(({ segment, group }) =>
      [`/${segment}`, `/${segment}/{proxy+}`, `/api/v1/${segment}`, `/api/v1/${segment}/{proxy+}`].map(
        (path) => [`ANY ${path}`, group] as const,
      ),
    );
    const documented = ['/', '/docs', '/docs/{proxy+}', '/openapi.json', '/llms.txt'].map(
      (path) => [`ANY ${path}`, 'documentation'] as const,
    );
    expect(routesOf(template)).toEqual(new Map([...expected, ...documented, ['$default', 'not-found']]));
  });

  test('has one gateway permission per function, for all paths or for the default route', () => {
    const permissions = propertiesOf(
      template,
      'AWS::Lambda::Permission',
      v.looseObject({
        FunctionName: v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('Arn')]) }),
        Principal: v.string(),
        SourceArn: v.unknown(),
      }),
    );
    const folders = functionFolders(template);
    const ofGateway = [...permissions.values()].flatMap(({ FunctionName, Principal, SourceArn }) => {
      const [, path = ''] = /\/([^/]*\/[^"]*)"\]/.exec(JSON.stringify(SourceArn)) ?? [];
      return Principal.startsWith('apigateway')
        ? [[folders.get(FunctionName['Fn::GetAtt'][0]), path] as const]
        : [];
    });
    const ofPaths = [...groups, 'documentation'].map((folder) => [folder, '*/*/*'] as const);
    // Calls of the default route come from <api>/<stage>/$default, which has no method.
    expect(ofGateway.toSorted()).toEqual([...ofPaths, ['not-found', '*/*']].toSorted());
  });

  test('runs its functions on Node 24 and arm64, with log retention and without a log line per invocation', () => {
    const schema = v.looseObject({
      Runtime: v.literal('nodejs24.x'),
      Architectures: v.tuple([v.literal('arm64')]),
      LoggingConfig: v.looseObject({
        LogGroup: v.object({ Ref: v.string() }),
        SystemLogLevel: v.literal('WARN'),
      }),
    });
    const logs = propertiesOf(
      template,
      'AWS::Logs::LogGroup',
      v.looseObject({ RetentionInDays: v.number() }),
    );
    for (const { LoggingConfig } of functionsOf(template, schema).values()) {
      expect([...logs.keys()]).toContain(LoggingConfig.LogGroup.Ref);
    }
  });

  test('has the operator function under the name that the command line uses', () => {
    expect(
      functionsOf(template, v.looseObject({ FunctionName: v.string() })).get('operate')?.FunctionName,
    ).toBe(`music-distribution-${name}-operate`);
  });

  test('has the table as declared in shared/kit/table', () => {
    const { KeySchema, GlobalSecondaryIndexes, TimeToLiveSpecification } = propertiesOfThe(
      template,
      'AWS::DynamoDB::Table',
      v.looseObject({
        KeySchema: v.unknown(),
        GlobalSecondaryIndexes: v.unknown(),
        TimeToLiveSpecification: v.unknown(),
      }),
    );
    const keys = (partitionKey: string, sortKey: string) => [
      { AttributeName: partitionKey, KeyType: 'HASH' },
      { AttributeName: sortKey, KeyType: 'RANGE' },
    ];
    expect(KeySchema).toEqual(keys('pk', 'sk'));
    expect(TimeToLiveSpecification).toEqual({ AttributeName: 'expires', Enabled: true });
    expect(GlobalSecondaryIndexes).toEqual(
      tableShape.indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: keys(index.partitionKey, index.sortKey),
        Projection:
          index.projects.length > 0
            ? { ProjectionType: 'INCLUDE', NonKeyAttributes: index.projects }
            : { ProjectionType: 'KEYS_ONLY' },
      })),
    );
  });

  test('stays well below 500 resources and 300 routes', () => {
    expect(Object.keys(template.Resources).length).toBeLessThan(320);
    expect(routesOf(template).size).toBeLessThan(250);
  });

  test('has outputs with its addresses', () => {
    expect(Object.keys(template.Outputs)).toEqual(
      expect.arrayContaining(['ApiUrl', 'TableName', 'SecretArn', 'OperateFunctionName']),
    );
  });
});

test('only production reserves concurrency for sign-in, so that other stages fit into any account', () => {
  const schema = v.looseObject({ ReservedConcurrentExecutions: v.optional(v.number()) });
  for (const [name, { template }] of everyStage) {
    const reserved = [...functionsOf(template, schema)].flatMap(
      ([folder, { ReservedConcurrentExecutions }]) =>
        ReservedConcurrentExecutions === undefined ? [] : [[folder, ReservedConcurrentExecutions]],
    );
    expect(reserved).toEqual(name === 'prod' ? [['auth', 50]] : []);
  }
});

test('only production traces its functions with X-Ray', () => {
  const schema = v.looseObject({ TracingConfig: v.optional(v.object({ Mode: v.string() })) });
  for (const [name, { template }] of everyStage) {
    const modes = new Set(
      [...functionsOf(template, schema).values()].map(({ TracingConfig }) => TracingConfig?.Mode),
    );
    expect([...modes]).toEqual([name === 'prod' ? 'Active' : undefined]);
    const mayTrace = JSON.stringify(template).split('xray:PutTraceSegments').length - 1;
    expect(mayTrace).toBe(name === 'prod' ? functionsOf(template, schema).size : 0);
  }
});

test('all resources that support tags are tagged with the service and the stage', () => {
  const { Resources } = stages.prod.template;
  // Types whose resources have no tags in CloudFormation.
  const untagged = Object.values(Resources)
    .filter(({ Properties }) => {
      const tags = JSON.stringify(Properties['Tags'] ?? Object(Properties['Body']).tags ?? []);
      return !(tags.includes('music-distribution') && tags.includes('prod'));
    })
    .map(({ Type }) => Type);
  expect([...new Set(untagged)].sort()).toEqual([
    'AWS::KMS::Alias',
    'AWS::Lambda::EventInvokeConfig',
    'AWS::Lambda::Permission',
    'AWS::Logs::MetricFilter',
    'AWS::Logs::QueryDefinition',
    'AWS::S3::BucketPolicy',
    'AWS::SNS::Subscription',
    'AWS::SNS::TopicPolicy',
    'AWS::SQS::QueuePolicy',
  ]);
});

test('deployed bundles omit source maps, and local ones have them', () => {
  for (const [name, { assembly }] of everyStage) {
    const isOfCdk = (asset: string) => existsSync(join(assembly, asset, 'index.js'));
    const assets = readdirSync(assembly).filter((entry) => entry.startsWith('asset.') && !isOfCdk(entry));
    expect(assets.length).toBeGreaterThan(0);
    for (const asset of assets) {
      // The documentation has its files beside it.
      const found = readdirSync(join(assembly, asset)).filter((entry) => entry !== 'site');
      const [modules, maps] = ['.mjs', '.mjs.map'].map((end) => found.filter((file) => file.endsWith(end)));
      expect(modules).toContain('index.mjs');
      expect(maps).toEqual(name === 'local' ? modules?.map((file) => `${file}.map`) : []);
    }
  }
});

test('an invalid template is not written', () => {
  const app = emptyApp(temporaryFolder());
  new CfnResource(new Stack(app, 'Faulty'), 'Queue', {
    type: 'AWS::SQS::Queue',
    properties: { Visibility: 1 },
  });
  expect(() => app.synth()).toThrow(/'Visibility' was unexpected/);
});

test('no two stages share a physical name, and none names another', () => {
  const properties = ['FunctionName', 'LogGroupName', 'Name', 'TopicName', 'AlarmName', 'DashboardName'];
  const namesOf = ({ Resources }: Template): string[] =>
    Object.values(Resources).flatMap(({ Properties }) =>
      properties.flatMap((property) => {
        const value = Properties[property];
        return typeof value === 'string' ? [value] : [];
      }),
    );
  const { dev, feature } = stages;
  const names = namesOf(feature.template);
  expect(names.length).toBeGreaterThan(50);
  for (const name of names) expect(name).toMatch(/music-distribution-feature(-|$|\/)/);
  expect(namesOf(dev.template).filter((name) => names.includes(name))).toEqual([]);
  expect(JSON.stringify(feature.template)).not.toMatch(/music-distribution-(dev|prod)\b/);
  expect(Object.values(feature.template.Outputs).filter((output) => 'Export' in output)).toEqual([]);
});

describe('a stage with a domain, web origins and a budget', () => {
  const { template, findings } = withDomain;

  test('passes template validation without findings', () => {
    expect(findings()).toEqual([]);
  });

  test('uses only its domain, even in links', () => {
    expect(bodyOf(template).servers).toEqual([
      { 'x-amazon-apigateway-endpoint-configuration': { disableExecuteApiEndpoint: true } },
    ]);
    expect(template.Outputs['ApiUrl']?.Value).toBe('https://api.example');
    expect(template.Outputs['ApiDomainTarget']).toBeDefined();
  });

  test('has a budget for the costs with its tag', () => {
    const { Budget, NotificationsWithSubscribers } = propertiesOfThe(
      template,
      'AWS::Budgets::Budget',
      v.looseObject({ Budget: v.unknown(), NotificationsWithSubscribers: v.array(v.unknown()) }),
    );
    expect(Budget).toEqual({
      BudgetName: 'music-distribution-dev',
      BudgetType: 'COST',
      TimeUnit: 'MONTHLY',
      BudgetLimit: { Amount: 250, Unit: 'USD' },
      CostFilters: { TagKeyValue: ['user:stage$dev'] },
    });
    expect(NotificationsWithSubscribers).toMatchObject([
      { Notification: { NotificationType: 'ACTUAL', Threshold: 80 } },
      { Notification: { NotificationType: 'ACTUAL', Threshold: 100 } },
      { Notification: { NotificationType: 'FORECASTED', Threshold: 100 } },
    ]);
    for (const [, { template: other }] of everyStage)
      expect(propertiesOf(other, 'AWS::Budgets::Budget', v.unknown()).size).toBe(0);
  });

  test('allows its web origins, without credentials', () => {
    expect(corsOf(template)).toMatchObject({
      allowOrigins: ['https://app.example'],
      allowCredentials: false,
    });
    for (const [, { template: closed }] of everyStage) expect(corsOf(closed)).toBeUndefined();
  });
});

const bodyOf = (template: Template) =>
  propertiesOfThe(
    template,
    'AWS::ApiGatewayV2::Api',
    v.strictObject({ Body: v.looseObject({ servers: v.unknown() }) }),
  ).Body;

const corsOf = (template: Template): unknown => bodyOf(template)['x-amazon-apigateway-cors'];
