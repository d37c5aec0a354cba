/** The stage's one secret, and the keys derived from it: fetched once per function, never written anywhere. */
import { hkdfSync } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { environment } from '../settings.ts';

let secret: Promise<string> | undefined;

/** @returns 32 bytes that only this purpose of this stage uses (HKDF-SHA256, RFC 5869). */
export async function stageKey(
  purpose: 'access-tokens' | 'webhook-secrets' | 'request-prints',
): Promise<Uint8Array> {
  secret ??= fetchSecret().catch((error: unknown) => {
    secret = undefined;
    throw error;
  });
  return new Uint8Array(hkdfSync('sha256', await secret, '', purpose, 32));
}

async function fetchSecret(): Promise<string> {
  const answer = await new SecretsManagerClient({}).send(
    new GetSecretValueCommand({ SecretId: environment('SECRET_ID') }),
  );
  if (!answer.SecretString) throw new Error('The stage secret is empty.');
  return answer.SecretString;
}
