/** The key of a stage (KMS), for its table, queues, bucket and secret. Other stages use keys of AWS. */
import { CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AnyPrincipal, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stages/stage-config.ts';

const services = ['dynamodb', 'sqs', 's3', 'secretsmanager'];

/** @param tags of all resources of the stage. @returns undefined for a stage without `hasOwnKey`. */
export function stageKey(
  scope: Construct,
  { name, hasOwnKey }: StageConfig,
  tags: Readonly<Record<string, string>>,
): IKey | undefined {
  if (!hasOwnKey) return undefined;
  const key = new Key(scope, 'Key', {
    alias: `music-distribution-${name}`,
    description: `Data of music distribution, stage ${name}`,
    enableKeyRotation: true,
    // Without it, the retained table, bucket and secret are unreadable.
    removalPolicy: RemovalPolicy.RETAIN,
  });
  const { account, region } = Stack.of(scope);
  key.addToResourcePolicy(
    // In the policy of the key instead of those of the roles, so that every role of the stage may use every
    // key that the stage has or had: before the first resource is encrypted with a key, and after going back
    // to a version without it. A service uses the key for what its caller may do, and each role has
    // permissions for that.
    new PolicyStatement({
      principals: [new AnyPrincipal()],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: ['*'],
      conditions: {
        StringEquals: {
          'kms:CallerAccount': account,
          'kms:ViaService': services.map((service) => `${service}.${region}.amazonaws.com`),
          ...Object.fromEntries(
            Object.entries(tags).map(([tag, value]) => [`aws:PrincipalTag/${tag}`, value]),
          ),
        },
      },
    }),
  );
  key.addToResourcePolicy(
    // The bus has no role. The queues accept only the rule of the stage.
    new PolicyStatement({
      principals: [new ServicePrincipal('events.amazonaws.com')],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: ['*'],
      conditions: { StringEquals: { 'aws:SourceAccount': account } },
    }),
  );
  new CfnOutput(scope, 'KeyId', { value: key.keyId });
  // As an imported key, because constructs would add wider permissions to its policy.
  return Key.fromKeyArn(scope, 'KeyReference', key.keyArn);
}
