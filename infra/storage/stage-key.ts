/** The key of a stage (KMS), for its table, queues, bucket and secret. Other stages use keys that AWS owns. */
import { CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stages/stage-config.ts';

/** @returns undefined for a stage without `hasOwnKey`. */
export function stageKey(scope: Construct, { name, hasOwnKey }: StageConfig): IKey | undefined {
  if (!hasOwnKey) return undefined;
  const key = new Key(scope, 'Key', {
    alias: `music-distribution-${name}`,
    description: `Data of music distribution, stage ${name}`,
    enableKeyRotation: true,
    // Without it, the retained table, bucket and secret are unreadable.
    removalPolicy: RemovalPolicy.RETAIN,
  });
  key.addToResourcePolicy(
    // The bus has no role. The queues accept only the rule of the stage.
    new PolicyStatement({
      principals: [new ServicePrincipal('events.amazonaws.com')],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: ['*'],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  );
  new CfnOutput(scope, 'KeyId', { value: key.keyId });
  // As an imported key, because constructs would add wider permissions to its policy.
  return Key.fromKeyArn(scope, 'KeyReference', key.keyArn);
}
