/** Connects to a store at addresses that the guard of outgoing requests allows. */
import { connect, type Socket } from 'node:net';
import { publicAddressesOf } from '../../../platform/egress/address-guard.ts';
import { lookupOf } from '../../../platform/egress/send-request.ts';
import { StoreFailure } from '../connected/store-failure.ts';
import type { SessionLimits, SftpTarget } from './sftp-target.ts';

const ATTEMPT_MS = 2500;

/** @throws StoreFailure */
export async function connectedSocket(
  { host, port }: Pick<SftpTarget, 'host' | 'port'>,
  { allowedCidrs, lookup, idleTimeoutMs, until }: SessionLimits,
): Promise<Socket> {
  const resolved = await publicAddressesOf(host, { allowedCidrs, lookup });
  if ('code' in resolved) throw new StoreFailure('address', addressSentences(host)[resolved.code]);
  const at = `${host}, port ${port}`;
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      lookup: lookupOf(resolved.addresses),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
      noDelay: true,
    });
    const fail = (failure: StoreFailure) => {
      clearTimeout(timer);
      until.removeEventListener('abort', stop);
      socket.destroy();
      reject(failure);
    };
    const stop = () => fail(new StoreFailure('unfinished', 'There was no time left to connect.'));
    const timer = setTimeout(
      () => fail(new StoreFailure('timeout', `The store did not accept the connection in time: ${at}.`)),
      idleTimeoutMs,
    );
    until.addEventListener('abort', stop, { once: true });
    socket.once('error', ({ code }: NodeJS.ErrnoException) =>
      fail(new StoreFailure('unreachable', unreachableSentence(at, code))),
    );
    socket.once('connect', () => {
      clearTimeout(timer);
      until.removeEventListener('abort', stop);
      socket.removeAllListeners('error');
      resolve(socket);
    });
    if (until.aborted) stop();
  });
}

const addressSentences = (host: string) => ({
  unresolvable: `The name ${host} was not found.`,
  address_refused: `The name ${host} must have only public addresses.`,
});

const unreachableSentence = (at: string, code: string | undefined): string =>
  code === 'ECONNREFUSED'
    ? `The store rejects connections: ${at}.`
    : `The store cannot be reached (${code ?? 'without a reason'}): ${at}.`;
