/** The private keys and passwords with which the stage signs in to stores, sealed with a key of the stage. */
import { openSecret, SecretBoxError, sealedUnder, sealSecret } from '../../../platform/secret-box.ts';
import { currentKey, keyOfVersion } from '../../../platform/stage-secret/stage-secret.ts';

const boundTo = (dspId: string): string => `stores#${dspId}`;

export const sealedStoreSecret = async (secret: string, dspId: string, now: Date): Promise<string> =>
  sealSecret(secret, { key: await currentKey('store-secrets', now), boundTo: boundTo(dspId) });

/** @throws SecretBoxError if it was sealed for another store, is damaged, or its key is gone. */
export async function openedStoreSecret(sealed: string, dspId: string, now: Date): Promise<string> {
  const key = await keyOfVersion('store-secrets', sealedUnder(sealed), now);
  if (!key) throw new SecretBoxError();
  return openSecret(sealed, { key, boundTo: boundTo(dspId) });
}
