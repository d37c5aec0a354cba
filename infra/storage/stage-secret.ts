/** The secret of a stage. It is generated at deployment and not in any template or environment. */
import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stages/stage-config.ts';

export function stageSecret(scope: Construct, { isProduction }: StageConfig, key: IKey | undefined): Secret {
  const secret = new Secret(scope, 'Secret', {
    description: 'Keys for tokens and webhook secrets are derived from this string.',
    // The first version. Never change this line. CloudFormation would replace all versions with a new secret,
    // and data encrypted under them would be lost. `rotate-stage-secret` adds versions.
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
    ...(key && { encryptionKey: key }),
    // A retained table needs the key for its encrypted values. If the first deployment fails, the unused
    // secret is deleted.
    removalPolicy: isProduction ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  });
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason: 'Operators rotate it (rotate-stage-secret). Scheduled rotation would drop versions still in use.',
  });
  return secret;
}
