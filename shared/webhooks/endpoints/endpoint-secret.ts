/** Signing secrets of endpoints: kept sealed under a key of the stage, opened to sign, or to be shown once. */
import { currentKey, keyOfVersion } from '../../auth/stage-secret.ts';
import { newSigningSecret } from '../sending/signature.ts';
import type { Endpoint } from './endpoint.ts';
import { openSecret, SecretBoxError, sealedUnder, sealSecret } from './secret-box.ts';

/** @returns a new secret, and the sealed form of it that the endpoint's row keeps. */
export async function newSecret(endpointId: string, now: Date): Promise<{ secret: string; sealed: string }> {
  const secret = newSigningSecret();
  return {
    secret,
    sealed: sealSecret(secret, { key: await currentKey('webhook-secrets', now), endpointId }),
  };
}

/** @throws SecretBoxError. */
export async function secretOf({ id, fields }: Endpoint, now: Date): Promise<string> {
  const sealed = fields['signing-secret'];
  const key = await keyOfVersion('webhook-secrets', sealedUnder(sealed), now);
  if (!key) throw new SecretBoxError();
  return openSecret(sealed, { key, endpointId: id });
}

/** @returns what the row keeps when it is written: the same secret, under the stage's current key. */
export async function resealedSecret(endpoint: Endpoint, now: Date): Promise<string> {
  const sealed = endpoint.fields['signing-secret'];
  const key = await currentKey('webhook-secrets', now);
  try {
    if (sealedUnder(sealed) === key.version) return sealed;
    return sealSecret(await secretOf(endpoint, now), { key, endpointId: endpoint.id });
  } catch (error) {
    // A damaged box is no reason to refuse the change: its owner asks for a new secret.
    if (error instanceof SecretBoxError) return sealed;
    throw error;
  }
}
