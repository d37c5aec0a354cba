/** The operations of Secrets Manager. Secrets are generated once, in a file that only its owner can read. */
import { randomInt, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Planned } from '../template/plan.ts';
import type { Properties } from '../template/resource-types.ts';
import type { Operations } from '../wire/aws-endpoint.ts';
import { AwsError } from '../wire/aws-error.ts';
import {
  moveSchema,
  readVersion,
  type SecretVersions,
  versionsSchema,
  withStage,
  withVersion,
} from './versions.ts';

/** By name of the secret. */
const storedSchema = v.record(v.string(), versionsSchema);
type Stored = Record<string, SecretVersions>;

const ofSecret = { SecretId: v.string() };
const optionalText = v.optional(v.string());
const getSchema = v.object({ ...ofSecret, VersionId: optionalText, VersionStage: optionalText });
const putSchema = v.object({
  ...ofSecret,
  ClientRequestToken: v.pipe(v.string(), v.minLength(32), v.maxLength(64)),
  SecretString: v.pipe(v.string(), v.minLength(1), v.maxLength(65_536)),
  VersionStages: v.optional(v.array(v.string()), ['AWSCURRENT']),
});

/** @param directory the data directory. */
export function secretsManagerOperations(
  planned: readonly Planned<'AWS::SecretsManager::Secret'>[],
  directory: string,
): Operations {
  const file = join(directory, 'secrets.json');
  const secrets = loadOrGenerate(planned, file);
  const find = (SecretId: string) => {
    const secret = planned.find(({ name, arn }) => SecretId === name || SecretId === arn);
    const versions = secret && secrets[secret.name];
    if (!versions) {
      throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
    }
    return { versions, name: secret.name, about: described(secret) };
  };
  const update = (name: string, versions: SecretVersions) => {
    secrets[name] = versions;
    save(file, secrets);
  };
  return {
    GetSecretValue: (input) => {
      const request = v.parse(getSchema, input);
      const { versions, about } = find(request.SecretId);
      const { id, value, stages } = readVersion(versions, request);
      return { ...about, VersionId: id, SecretString: value, VersionStages: stages };
    },
    PutSecretValue: (input) => {
      const { SecretId, VersionStages, ...put } = v.parse(putSchema, input);
      const { versions, name, about } = find(SecretId);
      const { ClientRequestToken: id, SecretString: value } = put;
      update(name, withVersion(versions, { id, value, stages: VersionStages }));
      return { ...about, VersionId: id, VersionStages };
    },
    UpdateSecretVersionStage: (input) => {
      const move = v.parse(moveSchema, input);
      const { versions, name, about } = find(move.SecretId);
      update(name, withStage(versions, move));
      return about;
    },
    DescribeSecret: (input) => find(v.parse(v.object(ofSecret), input).SecretId).about,
    ListSecrets: () => ({ SecretList: planned.map(described) }),
  };
}

const described = ({ name, arn }: Planned<'AWS::SecretsManager::Secret'>) => ({ ARN: arn, Name: name });

function loadOrGenerate(planned: readonly Planned<'AWS::SecretsManager::Secret'>[], file: string): Stored {
  const stored: Stored = existsSync(file)
    ? v.parse(storedSchema, JSON.parse(readFileSync(file, 'utf8')))
    : {};
  const missing = planned.filter(({ name }) => stored[name] === undefined);
  for (const { name, properties } of missing) {
    const value = generated(properties.GenerateSecretString);
    stored[name] = { [randomUUID()]: { value, stages: ['AWSCURRENT'] } };
  }
  if (missing.length > 0) save(file, stored);
  return stored;
}

/** Atomic: with half a file, nothing encrypted so far could be decrypted. */
function save(file: string, stored: Stored): void {
  writeFileSync(`${file}.new`, JSON.stringify(stored), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function generated({
  PasswordLength: length,
}: Properties<'AWS::SecretsManager::Secret'>['GenerateSecretString']): string {
  const characters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join('');
}
