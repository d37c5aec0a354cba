/**
 * The firewall of a stage (WAF). HTTP APIs cannot have one, so CloudFront is in front of the API. It caches
 * nothing, and proves with a key that a request came through it.
 */
import { Fn, RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  OriginRequestPolicy,
  OriginSslPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { StageConfig } from '../stages/stage-config.ts';

interface InFront {
  /** The value of FIREWALL_KEY, as a reference that CloudFormation resolves. */
  readonly key: string;
  /** The target for the DNS record of the stage's domain. */
  readonly domainTarget: string;
}

/** @returns undefined for a stage without a firewall. */
export function firewallBefore(api: IHttpApi, scope: Construct, stage: StageConfig): InFront | undefined {
  const { name, firewall, domain } = stage;
  if (!firewall || !domain) return undefined;
  const parts = new Construct(scope, 'Firewall');
  const key = keyFor(parts);
  const rules = new CfnWebACL(parts, 'Rules', {
    name: `music-distribution-${name}`,
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: counted('firewall'),
    rules: rulesFor(firewall.requestsPerFiveMinutesPerAddress),
  });
  const distribution = new Distribution(parts, 'Distribution', {
    comment: `music-distribution-${name}`,
    domainNames: [domain.name],
    certificate: Certificate.fromCertificateArn(parts, 'Certificate', domain.certificateArn),
    webAclId: rules.attrArn,
    defaultBehavior: {
      origin: new HttpOrigin(Fn.select(2, Fn.split('/', api.apiEndpoint)), {
        customHeaders: { 'x-firewall-key': key },
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      // The gateway knows the API by its own host.
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    },
  });
  acknowledge(distribution);
  return { key, domainTarget: distribution.distributionDomainName };
}

function keyFor(scope: Construct): string {
  const secret = new Secret(scope, 'Key', {
    description: 'With this, CloudFront proves that a request has passed the firewall.',
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
    removalPolicy: RemovalPolicy.DESTROY,
  });
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason:
      'CloudFront and the functions get it with a deployment. It gives no access, only a way around limits.',
  });
  return secret.secretValue.unsafeUnwrap();
}

function acknowledge(distribution: Distribution): void {
  Validations.of(distribution).acknowledge({
    id: 'AwsSolutions-CFR1',
    reason: 'Music companies everywhere use the API.',
  });
  Validations.of(distribution).acknowledge({
    id: 'AwsSolutions-CFR3',
    reason: 'The gateway logs what passes, and metrics count what the firewall blocks.',
  });
}

type Rule = CfnWebACL.RuleProperty;

/** What the managed rules find in bodies is only counted: texts of the catalogue can look like anything. */
const rulesFor = (limit: number): Rule[] => [
  {
    name: 'requests',
    priority: 0,
    statement: { rateBasedStatement: { limit, aggregateKeyType: 'IP', evaluationWindowSec: 300 } },
    action: {
      block: {
        customResponse: { responseCode: 429, responseHeaders: [{ name: 'Retry-After', value: '300' }] },
      },
    },
    visibilityConfig: counted('requests'),
  },
  managed('AWSManagedRulesAmazonIpReputationList', 1, []),
  managed('AWSManagedRulesKnownBadInputsRuleSet', 2, ['Log4JRCE_BODY', 'JavaDeserializationRCE_BODY']),
];

const managed = (name: string, priority: number, onlyCounted: readonly string[]): Rule => ({
  name,
  priority,
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: onlyCounted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
  overrideAction: { none: {} },
  visibilityConfig: counted(name),
});

const counted = (metricName: string) => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  // Samples contain headers, and so tokens.
  sampledRequestsEnabled: false,
});
