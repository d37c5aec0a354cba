import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  GetSecretValueCommand,
  type GetSecretValueCommandInput,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { expect, test } from 'vitest';
import { startLocalStage } from '../../bin/local/start.ts';
import { clientOptions, handMadeAssembly, temporaryFolder } from '../support/hand-made.ts';

const assembly = handMadeAssembly({
  resources: {
    Secret: {
      Type: 'AWS::SecretsManager::Secret',
      Properties: { Name: 'keys', GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true } },
    },
  },
});
const dataDirectory = temporaryFolder();

/** Reads the secret in a new run of the stage. */
const secretOfRun = (SecretId: string) => duringRun((client) => read(client, { SecretId }));

const read = async (client: SecretsManagerClient, input: GetSecretValueCommandInput) =>
  (await client.send(new GetSecretValueCommand(input))).SecretString;

async function duringRun<T>(work: (client: SecretsManagerClient) => Promise<T>): Promise<T> {
  const stage = await startLocalStage({ assembly, dataDirectory });
  const client = new SecretsManagerClient(clientOptions(stage));
  try {
    return await work(client);
  } finally {
    client.destroy();
    await stage.end();
  }
}

test('a secret is generated once from the template and found by name and ARN', async () => {
  const secret = await secretOfRun('keys');
  expect(secret).toMatch(/^[A-Za-z0-9]{64}$/);
  expect(await secretOfRun('arn:aws:secretsmanager:us-east-1:000000000000:secret:keys-LocalS')).toBe(secret);
});

test('a secret can be read only by the owner of its file', () => {
  const file = join(dataDirectory, 'secrets.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain('keys');
});

test('an unknown secret is not found', async () => {
  await expect(secretOfRun('other')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

test('a new version becomes current only if the one it replaces still is', async () => {
  const SecretId = 'keys';
  const before = await secretOfRun(SecretId);
  await duringRun(async (client) => {
    const { VersionId: current } = await client.send(new GetSecretValueCommand({ SecretId }));
    const mine = randomUUID();
    const other = randomUUID();
    for (const ClientRequestToken of [mine, other]) {
      const pending = { SecretString: ClientRequestToken, VersionStages: ['AWSPENDING'] };
      await client.send(new PutSecretValueCommand({ SecretId, ClientRequestToken, ...pending }));
    }
    expect(await read(client, { SecretId })).toBe(before);
    expect(await read(client, { SecretId, VersionStage: 'AWSPENDING' })).toBe(other);
    const move = (MoveToVersionId: string) =>
      client.send(
        new UpdateSecretVersionStageCommand({
          SecretId,
          VersionStage: 'AWSCURRENT',
          MoveToVersionId,
          RemoveFromVersionId: current,
        }),
      );
    await move(mine);
    await expect(move(other)).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await move(mine);
    expect(await read(client, { SecretId })).toBe(mine);
    expect(await read(client, { SecretId, VersionStage: 'AWSPREVIOUS' })).toBe(before);
    const again = { SecretId, ClientRequestToken: mine, SecretString: 'another' };
    await expect(client.send(new PutSecretValueCommand(again))).rejects.toMatchObject({
      name: 'ResourceExistsException',
    });
  });
  expect(await secretOfRun(SecretId)).not.toBe(before);
  expect(statSync(join(dataDirectory, 'secrets.json')).mode & 0o777).toBe(0o600);
});
