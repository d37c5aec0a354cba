/**
 * The firewall of a stage: CloudFront with WAF in front of the API, which accepts requests through it only.
 */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { gatewayRoutes } from '../../infra/api/gateway-routes.ts';
import { checkRegion } from '../../infra/stages/firewall.ts';
import { checkedConfig, stageConfig } from '../../infra/stages/stage-config.ts';
import { functionsOf, propertiesOf, propertiesOfThe, synthesized } from './synthesis.ts';

const { template, findings } = await synthesized('dev with a firewall');
const anything = v.looseObject({});
const [keyId = ''] = [...propertiesOf(template, 'AWS::SecretsManager::Secret', anything).keys()].filter(
  (id) => id.startsWith('FirewallKey'),
);
const key = { 'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: keyId }, ':SecretString:::}}']] };
const distribution = propertiesOfThe(
  template,
  'AWS::CloudFront::Distribution',
  v.looseObject({ DistributionConfig: v.looseObject({ Origins: v.tuple([anything]) }) }),
).DistributionConfig;

describe('a stage with a firewall', () => {
  test('has no unacknowledged finding', () => expect(findings()).toEqual([]));

  test('has its domain at CloudFront, which passes everything on uncached', () => {
    expect(distribution).toMatchObject({
      Aliases: ['api.example'],
      WebACLId: { 'Fn::GetAtt': [expect.stringMatching(/^FirewallRules/), 'Arn'] },
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
      DefaultCacheBehavior: {
        AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
        // CachingDisabled and AllViewerExceptHostHeader, which AWS manages.
        CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
        OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
        ViewerProtocolPolicy: 'https-only',
      },
    });
    expect(propertiesOf(template, 'AWS::ApiGatewayV2::DomainName', anything).size).toBe(0);
    expect(template.Outputs['ApiUrl']?.Value).toBe('https://api.example');
    expect(template.Outputs['ApiDomainTarget']?.Value).toMatchObject({
      'Fn::GetAtt': [expect.stringMatching(/^FirewallDistribution/), 'DomainName'],
    });
  });

  test('gives its key to CloudFront and the functions of the API only, by reference', () => {
    expect(distribution.Origins[0]).toMatchObject({
      OriginCustomHeaders: [{ HeaderName: 'x-firewall-key', HeaderValue: key }],
      CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
    });
    const environments = functionsOf(
      template,
      v.looseObject({ Environment: v.object({ Variables: v.record(v.string(), v.unknown()) }) }),
    );
    const told = [...environments].filter(([, { Environment }]) => 'FIREWALL_KEY' in Environment.Variables);
    const groups = new Set(gatewayRoutes.map(({ group }) => group));
    const names = told.map(([folder]) => folder);
    expect(names.toSorted()).toEqual([...groups, 'not-found', 'documentation'].toSorted());
    for (const [, { Environment }] of told) expect(Environment.Variables['FIREWALL_KEY']).toEqual(key);
  });

  test('limits requests per address and rejects known bad requests, but no bodies', () => {
    const { Rules, Scope, DefaultAction } = propertiesOfThe(
      template,
      'AWS::WAFv2::WebACL',
      v.looseObject({ Rules: v.array(anything), Scope: v.string(), DefaultAction: anything }),
    );
    expect([Scope, DefaultAction]).toEqual(['CLOUDFRONT', { Allow: {} }]);
    const [limit, reputation, inputs, ...others] = Rules;
    expect(others).toEqual([]);
    expect(limit).toMatchObject({
      Statement: { RateBasedStatement: { Limit: 2000, AggregateKeyType: 'IP', EvaluationWindowSec: 300 } },
      Action: { Block: { CustomResponse: { ResponseCode: 429 } } },
    });
    const nameOf = ({ Statement }: Record<string, unknown> = {}) =>
      Object(Statement).ManagedRuleGroupStatement;
    expect(nameOf(reputation)).toMatchObject({ Name: 'AWSManagedRulesAmazonIpReputationList' });
    expect(nameOf(inputs)).toMatchObject({
      Name: 'AWSManagedRulesKnownBadInputsRuleSet',
      RuleActionOverrides: ['Log4JRCE_BODY', 'JavaDeserializationRCE_BODY'].map((Name) => ({
        Name,
        ActionToUse: { Count: {} },
      })),
    });
    // Samples would contain tokens.
    expect(JSON.stringify(Rules)).not.toContain('"SampledRequestsEnabled":true');
  });
});

test.each(['prod', 'dev', 'local', 'dev with a domain'] as const)(
  'the stage %s has no firewall',
  async (name) => {
    expect(JSON.stringify((await synthesized(name)).template)).not.toMatch(/WAFv2|CloudFront|FIREWALL_KEY/);
  },
);

test('a stage with a firewall is deployed only to the firewall region', () => {
  const stage = { name: 'dev', firewall: { requestsPerFiveMinutesPerAddress: 2000 }, domain: undefined };
  expect(() => checkRegion(stage, 'eu-west-1')).toThrow(
    'Stage "dev" has a firewall, and can be deployed to us-east-1 alone. The region is eu-west-1',
  );
  for (const region of ['us-east-1', undefined]) expect(() => checkRegion(stage, region)).not.toThrow();
  expect(() => checkRegion({ ...stage, firewall: undefined }, 'eu-west-1')).not.toThrow();
});

describe('the setting of a firewall', () => {
  const domain = { name: 'api.example', certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1' };
  const stage = { ...stageConfig('dev', {}), domain };
  const limited = (requestsPerFiveMinutesPerAddress: number) => ({ requestsPerFiveMinutesPerAddress });

  test.each([10, 2000, 2_000_000_000])('accepts %i requests', (requests) => {
    const firewall = limited(requests);
    expect(checkedConfig({ ...stage, firewall }).firewall).toEqual(firewall);
  });

  test.each([9, 0, -1, 10.5, Number.NaN, 2_000_000_001])('rejects %d requests', (requests) => {
    expect(() => checkedConfig({ ...stage, firewall: limited(requests) })).toThrow(/at least 10 requests/);
  });

  test.each([
    undefined,
    { ...domain, certificateArn: domain.certificateArn.replace('us-east-1', 'eu-west-1') },
  ])('rejects the domain %o, which CloudFront does not support', (other) => {
    const firewall = limited(2000);
    expect(() => checkedConfig({ ...stage, domain: other, firewall })).toThrow(/certificate in us-east-1/);
  });
});
