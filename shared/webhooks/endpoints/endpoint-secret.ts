/** Signing secrets of endpoints, encrypted with a key derived from the stage's secret. */
import { randomBytes } from 'node:crypto';
import { openSecret, SecretBoxError, sealedUnder, sealSecret } from '../../platform/secret-box.ts';
import { currentKey, keyOfVersion } from '../../platform/stage-secret/stage-secret.ts';
import type { Endpoint } from './endpoint.ts';

/** @internal For tests of what has no endpoint. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('hex')}`;

/** @returns a new secret, and its sealed form for the record of the endpoint. */
export async function newSecret(endpointId: string, now: Date): Promise<{ secret: string; sealed: string }> {
  const secret = newSigningSecret();
  return { secret, sealed: await sealedSecret(secret, endpointId, now) };
}

export const sealedSecret = async (secret: string, boundTo: string, now: Date): Promise<string> =>
  sealSecret(secret, { key: await currentKey('webhook-secrets', now), boundTo });

/** @throws SecretBoxError if the sealed form is damaged or its key is gone. */
export async function secretOf({ id, fields }: Endpoint, now: Date): Promise<string> {
  const sealed = fields['signing-secret'];
  const key = await keyOfVersion('webhook-secrets', sealedUnder(sealed), now);
  if (!key) throw new SecretBoxError();
  return openSecret(sealed, { key, boundTo: id });
}

/** @returns the same secret, sealed with the stage's current key. Called on every write of the record. */
export async function resealedSecret(endpoint: Endpoint, now: Date): Promise<string> {
  const sealed = endpoint.fields['signing-secret'];
  const key = await currentKey('webhook-secrets', now);
  try {
    if (sealedUnder(sealed) === key.version) return sealed;
    return sealSecret(await secretOf(endpoint, now), { key, boundTo: endpoint.id });
  } catch (error) {
    // A damaged secret must not block other changes. The owner can replace it with rotate-secret.
    if (error instanceof SecretBoxError) return sealed;
    throw error;
  }
}
