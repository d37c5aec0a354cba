/** Signs in to the connected store of a DSP, by the protocol of its connection. */
import type { StoreConnection } from './connected/connection.ts';
import type { SignedIn } from './connected/signed-in.ts';
import type { StoreFiles } from './connected/store-files.ts';
import { openS3 } from './s3/open-s3.ts';
import { openSftp } from './sftp/open-sftp.ts';

const IDLE_TIMEOUT_MS = 30_000;

interface Opened extends Omit<SignedIn, 'idleTimeoutMs'>, Partial<Pick<SignedIn, 'idleTimeoutMs'>> {
  readonly connection: StoreConnection;
}

/** @throws StoreFailure; SecretBoxError if the stage cannot open its secret. */
export function openStore({ connection, ...given }: Opened): Promise<StoreFiles> {
  const signedIn = { idleTimeoutMs: IDLE_TIMEOUT_MS, ...given };
  return connection.protocol === 's3' ? openS3(connection, signedIn) : openSftp(connection, signedIn);
}
