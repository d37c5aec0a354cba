/** Signing secrets of endpoints: kept sealed under a key of the stage, opened to sign, or to be shown once. */
import { stageKey } from '../auth/stage-secret.ts';
import type { StoredRecord } from '../table/records.ts';
import { openSecret, sealSecret } from './secret-box.ts';
import { newSigningSecret } from './signature.ts';

/** @returns what the endpoint's row keeps of a secret that nobody knows yet. */
export async function newSealedSecret(endpointId: string): Promise<string> {
  return sealSecret(newSigningSecret(), { key: await stageKey('webhook-secrets'), endpointId });
}

/** @throws SecretBoxError. */
export async function secretOf({ id, fields }: StoredRecord): Promise<string> {
  return openSecret(String(fields['signing-secret']), {
    key: await stageKey('webhook-secrets'),
    endpointId: id,
  });
}
