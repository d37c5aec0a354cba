/** The one secret of a stage. AWS makes it up on deploy: it stands in no template and in no function's environment. */
import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { StageSettings } from './stages.ts';

export function stageSecret(scope: Construct, { isProduction }: StageSettings): Secret {
  const secret = new Secret(scope, 'Secret', {
    description: 'The keys of tokens and of webhook secrets are derived from this string.',
    // The first version of the secret. Never change this line: CloudFormation would generate a new secret in place of
    // all versions, and nothing sealed under them would open any more. `rotate-stage-secret` adds versions.
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
    // A table that is kept is of no use without the key of what is encrypted in it.
    removalPolicy: isProduction ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason:
      'An operator rotates it (rotate-stage-secret): a scheduled rotation would drop versions still in use.',
  });
  return secret;
}
