/** The secret of a stage. Generated on deploy; it appears in no template or environment. */
import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stages/stage-config.ts';

export function stageSecret(scope: Construct, { isProduction }: StageConfig): Secret {
  const secret = new Secret(scope, 'Secret', {
    description: 'The keys for tokens and webhook secrets are derived from this string.',
    // The first version. Never change this line: CloudFormation would replace all versions by a new secret, and nothing
    // encrypted under them could be decrypted. `rotate-stage-secret` adds versions.
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
    // A retained table is useless without the key for its encrypted values. The secret of a first deployment that failed
    // encrypts nothing, and is deleted.
    removalPolicy: isProduction ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  });
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason:
      'Operators rotate it (rotate-stage-secret): a scheduled rotation would drop versions still in use.',
  });
  return secret;
}
