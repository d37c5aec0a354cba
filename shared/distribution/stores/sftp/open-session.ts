/** Signs in to the store of a DSP with the secret that the stage has for it. */
import { readSettings } from '../../../platform/settings.ts';
import type { StoreConnection } from '../connected/connection.ts';
import { openedStoreSecret } from '../connected/store-secret.ts';
import { SftpSession } from './sftp-session.ts';

/** How long a store may stay silent. */
const IDLE_TIMEOUT_MS = 30_000;

export interface SignedIn {
  readonly dspId: string;
  readonly connection: StoreConnection;
  readonly now: Date;
  readonly until: AbortSignal;
  readonly idleTimeoutMs?: number;
}

/** @throws StoreFailure; SecretBoxError if the stage cannot open its secret. */
export async function openSession(signedIn: SignedIn): Promise<SftpSession> {
  const { dspId, connection, now, until, idleTimeoutMs = IDLE_TIMEOUT_MS } = signedIn;
  const { host, port, user, hostKeys, signIn, sealed } = connection;
  const secret = await openedStoreSecret(sealed, dspId, now);
  const target = {
    host,
    port,
    user,
    hostKeys,
    signIn: signIn === 'key' ? { key: secret } : { password: secret },
  };
  return SftpSession.open(target, { allowedCidrs: readSettings().webhookAllowedCidrs, idleTimeoutMs, until });
}
