/** The stage's secrets: made up once, kept in the data directory for its owner alone. */
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Planned } from './template/plan.ts';
import type { Properties } from './template/resource-types.ts';
import { AwsError } from './wire/aws-error.ts';
import type { Operations } from './wire/wire.ts';

const keptSchema = v.record(v.string(), v.string());

export function secretOperations(
  planned: readonly Planned<'AWS::SecretsManager::Secret'>[],
  directory: string,
): Operations {
  const secrets = ensureSecrets(planned, join(directory, 'secrets.json'));
  return {
    GetSecretValue: (input) => {
      const { SecretId } = v.parse(v.object({ SecretId: v.string() }), input);
      const found = planned.find(({ name, arn }) => SecretId === name || SecretId === arn);
      const value = found && secrets[found.name];
      if (!value) {
        throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
      }
      return { ARN: found.arn, Name: found.name, SecretString: value, VersionStages: ['AWSCURRENT'] };
    },
  };
}

function ensureSecrets(
  planned: readonly Planned<'AWS::SecretsManager::Secret'>[],
  file: string,
): Readonly<Record<string, string>> {
  const kept = existsSync(file) ? v.parse(keptSchema, JSON.parse(readFileSync(file, 'utf8'))) : {};
  const missing = planned.filter(({ name }) => kept[name] === undefined);
  if (missing.length === 0) return kept;
  for (const { name, properties } of missing) kept[name] = madeUp(properties.GenerateSecretString);
  // All of it or nothing: with half a file, everything encrypted so far would be lost.
  writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return kept;
}

function madeUp(wish: Properties<'AWS::SecretsManager::Secret'>['GenerateSecretString']): string {
  const kinds = [
    wish.ExcludeLowercase ? '' : 'abcdefghijklmnopqrstuvwxyz',
    wish.ExcludeUppercase ? '' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    wish.ExcludeNumbers ? '' : '0123456789',
    wish.ExcludePunctuation ? '' : '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
  ];
  const characters = Array.from(kinds.join('')).filter((one) => !wish.ExcludeCharacters.includes(one));
  return Array.from({ length: wish.PasswordLength }, () => characters[randomInt(characters.length)]).join('');
}
