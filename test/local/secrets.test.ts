import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, test } from 'vitest';
import { startLocalStage } from '../../infra/local/start.ts';
import { clientOptions, handMadeAssembly, temporaryFolder } from './hand-made.ts';

const assembly = handMadeAssembly({
  resources: {
    Secret: {
      Type: 'AWS::SecretsManager::Secret',
      Properties: { Name: 'keys', GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true } },
    },
  },
});
const dataDirectory = temporaryFolder();

/** The secret as one run of the stage gives it out. */
async function secretOfRun(SecretId: string): Promise<string | undefined> {
  const stage = await startLocalStage({ assembly, dataDirectory });
  const client = new SecretsManagerClient(clientOptions(stage));
  try {
    return (await client.send(new GetSecretValueCommand({ SecretId }))).SecretString;
  } finally {
    client.destroy();
    await stage.stop();
  }
}

test('a secret is made up once, as the template wishes, and found by name and ARN', async () => {
  const secret = await secretOfRun('keys');
  expect(secret).toMatch(/^[A-Za-z0-9]{64}$/);
  expect(await secretOfRun('arn:aws:secretsmanager:us-east-1:000000000000:secret:keys-LocalS')).toBe(secret);
});

test('it is kept for its owner alone', () => {
  const file = join(dataDirectory, 'secrets.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain('keys');
});

test('another one is not found', async () => {
  await expect(secretOfRun('other')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});
