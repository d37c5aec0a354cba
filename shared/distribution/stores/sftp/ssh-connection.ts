/** Signs in to a store by SSH, and begins SFTP. */
import ssh2, { type ConnectConfig, type SFTPWrapper } from 'ssh2';
import { StoreFailure } from '../connected/store-failure.ts';
import { algorithms } from './algorithms.ts';
import { connectedSocket } from './connect-socket.ts';
import { gatherWrites } from './gather-writes.ts';
import { fingerprintOf } from './host-key.ts';
import type { SessionLimits, SftpTarget } from './sftp-target.ts';

export interface SshConnection {
  readonly sftp: SFTPWrapper;
  /** Calls back once, as soon as nothing more can be asked. Without a failure if `close` was called. */
  readonly onEnd: (ended: (failure: StoreFailure) => void) => void;
  readonly close: () => void;
}

/** @throws StoreFailure */
export async function sshConnection(target: SftpTarget, limits: SessionLimits): Promise<SshConnection> {
  const sock = gatherWrites(await connectedSocket(target, limits));
  const client = new ssh2.Client();
  const seen: { key?: string } = {};
  const ends: ((failure: StoreFailure) => void)[] = [];
  const end = (failure: StoreFailure) => {
    for (const ended of ends.splice(0)) ended(failure);
    client.destroy();
  };
  client.on('error', (error: Error & { level?: string }) => end(failureOf(error, target, seen.key)));
  client.on('close', () => end(closed()));
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) =>
    finish(prompts.map(() => ('password' in target.signIn ? target.signIn.password : ''))),
  );
  const ready = new Promise<SFTPWrapper>((resolve, reject) => {
    ends.push(reject);
    client.on('ready', () =>
      client.sftp((error, sftp) =>
        error
          ? reject(new StoreFailure('protocol', `The store does not offer SFTP: ${error.message}.`))
          : resolve(sftp),
      ),
    );
  });
  const stop = () => end(new StoreFailure('unfinished', 'There was no time left for the store.'));
  limits.until.addEventListener('abort', stop, { once: true });
  const silent = setTimeout(() => end(slow(limits)), limits.idleTimeoutMs);
  try {
    client.connect({ ...configOf(target, seen), sock, readyTimeout: limits.idleTimeoutMs });
    const sftp = await ready;
    return { sftp, onEnd: (ended) => ends.push(ended), close: () => client.end() };
  } catch (error) {
    client.destroy();
    sock.destroy();
    throw error instanceof StoreFailure ? error : failureOf(Object(error), target, seen.key);
  } finally {
    clearTimeout(silent);
  }
}

const slow = ({ idleTimeoutMs }: SessionLimits) =>
  new StoreFailure(
    'timeout',
    `The store did not let the stage sign in within ${idleTimeoutMs / 1000} seconds.`,
  );

const closed = () => new StoreFailure('closed', 'The store closed the connection.');

function configOf({ user, signIn, hostKeys }: SftpTarget, seen: { key?: string }): ConnectConfig {
  return {
    username: user,
    ...('key' in signIn ? { privateKey: signIn.key } : { password: signIn.password, tryKeyboard: true }),
    hostVerifier: (key: Buffer) => {
      seen.key = fingerprintOf(key);
      return hostKeys.includes(seen.key);
    },
    algorithms,
    keepaliveInterval: 0,
  };
}

/** @param seen the fingerprint of the host key that the store has shown. */
function failureOf(
  error: Error & { level?: string },
  { user, hostKeys, signIn }: SftpTarget,
  seen: string | undefined,
): StoreFailure {
  if (seen !== undefined && !hostKeys.includes(seen))
    return new StoreFailure(
      'host_key',
      `The host key of the store is ${seen} instead of ${hostKeys.join(' or ')}. Nothing was sent.`,
    );
  if (error.level === 'client-authentication')
    return new StoreFailure(
      'sign_in',
      `The store rejected the sign-in of the user ${user} with the ${'key' in signIn ? 'key' : 'password'}.`,
    );
  if (error.level === 'client-timeout')
    return new StoreFailure('timeout', 'The store accepted the connection but did not respond.');
  if (error.level === 'client-socket') return closed();
  if (/private ?key/i.test(error.message))
    return new StoreFailure('sign_in', 'The private key of the sign-in cannot be read.');
  return new StoreFailure('protocol', `The store and the stage do not agree: ${error.message}.`);
}
