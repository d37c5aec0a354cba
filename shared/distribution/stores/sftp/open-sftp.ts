/** Signs in to the store of a DSP by SFTP, with the secret that the stage has for it. */
import { readSettings } from '../../../platform/settings.ts';
import type { SftpConnection } from '../connected/connection.ts';
import type { SignedIn } from '../connected/signed-in.ts';
import { openedStoreSecret } from '../connected/store-secret.ts';
import { SftpFiles } from './sftp-files.ts';
import { SftpSession } from './sftp-session.ts';

/** @throws StoreFailure; SecretBoxError if the stage cannot open its secret. */
export async function openSftp(
  { host, port, user, hostKeys, signIn, sealed }: SftpConnection,
  { dspId, now, until, idleTimeoutMs }: SignedIn,
): Promise<SftpFiles> {
  const secret = await openedStoreSecret(sealed, dspId, now);
  const target = {
    host,
    port,
    user,
    hostKeys,
    signIn: signIn === 'key' ? { key: secret } : { password: secret },
  };
  const limits = { allowedCidrs: readSettings().webhookAllowedCidrs, idleTimeoutMs, until };
  return new SftpFiles(await SftpSession.open(target, limits), user);
}
