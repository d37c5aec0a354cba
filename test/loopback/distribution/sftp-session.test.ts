/** Sessions with stores that reject, fail, hang and close connections. */
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import ssh2 from 'ssh2';
import { afterEach, describe, expect, it } from 'vitest';
import { startSftpServer } from '../../../bin/local/store/sftp-server.ts';
import { StoreFailure } from '../../../shared/distribution/stores/connected/store-failure.ts';
import { SftpSession } from '../../../shared/distribution/stores/sftp/sftp-session.ts';
import type { SessionLimits, SftpTarget } from '../../../shared/distribution/stores/sftp/sftp-target.ts';
import { FINGERPRINT } from '../../support/stores/connecting.ts';
import { withSftpStore } from '../../support/stores/sftp-store.ts';

const store = withSftpStore();
afterEach(() => store.empty());

const { NO_SUCH_FILE, PERMISSION_DENIED, FAILURE } = ssh2.utils.sftp.STATUS_CODE;

const limits = (more: Partial<SessionLimits> = {}): SessionLimits => ({
  allowedCidrs: ['127.0.0.0/8'],
  idleTimeoutMs: 10_000,
  until: new AbortController().signal,
  ...more,
});

const target = (more: Partial<SftpTarget> = {}): SftpTarget => ({
  host: '127.0.0.1',
  port: store.server.port,
  user: 'label',
  signIn: { password: 'Correct-Horse-1' },
  hostKeys: [store.server.fingerprint],
  ...more,
});

async function failureOf(attempt: Promise<unknown>): Promise<[string, string]> {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof StoreFailure)) throw new Error(`It did not fail with a sentence: ${String(error)}`);
  return [error.fault, error.message];
}

/** Accepts connections and says nothing. */
async function silentServer(): Promise<{ port: number; server: Server }> {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: Object(server.address()).port, server };
}

describe('signing in', () => {
  it.each([
    [
      'a name that is not found',
      { host: 'nowhere.invalid' },
      'address',
      /^The name nowhere\.invalid was not found\.$/,
    ],
    ['a private address', { host: '10.0.0.1' }, 'address', /must have only public addresses/],
    [
      'a port that rejects connections',
      { port: 1 },
      'unreachable',
      /^The store rejects connections: 127\.0\.0\.1, port 1\.$/,
    ],
    [
      'another host key',
      { hostKeys: [FINGERPRINT] },
      'host_key',
      /is SHA256:\S{43} instead of SHA256:2ukSP4PV.*Nothing was sent/,
    ],
    [
      'a wrong password',
      { signIn: { password: 'no' } },
      'sign_in',
      /^The store rejected the sign-in of the user label with the password\.$/,
    ],
    [
      'an unknown user',
      { user: 'eve' },
      'sign_in',
      /^The store rejected the sign-in of the user eve with the password\.$/,
    ],
    [
      'a key that cannot be read',
      { signIn: { key: '-----BEGIN PRIVATE KEY-----' } },
      'sign_in',
      /private key .* cannot be read/,
    ],
  ])('reports that it failed because of %s', async (_, more, fault, sentence) => {
    const [found, message] = await failureOf(
      SftpSession.open(target(more), limits({ lookup: async () => [] })),
    );
    expect([found, message]).toEqual([fault, expect.stringMatching(sentence)]);
    expect(store.calls).toEqual([]);
  });

  it('ends when a server accepts connections but stays silent', async () => {
    const { port, server } = await silentServer();
    const opening = SftpSession.open(target({ port }), limits({ idleTimeoutMs: 200 }));
    expect(await failureOf(opening)).toEqual(['timeout', expect.stringMatching(/did not/)]);
    server.close();
  });

  it('ends when the caller runs out of time', async () => {
    const { port, server } = await silentServer();
    const stop = new AbortController();
    const opening = SftpSession.open(target({ port }), limits({ until: stop.signal }));
    stop.abort();
    expect(await failureOf(opening)).toEqual(['unfinished', expect.any(String)]);
    server.close();
  });

  it('rejects a private address behind a public name', async () => {
    const opening = SftpSession.open(
      target({ host: 'sftp.store.example' }),
      limits({ lookup: async () => ['93.184.216.34', '169.254.169.254'] }),
    );
    expect(await failureOf(opening)).toEqual(['address', expect.stringMatching(/only public addresses/)]);
  });

  it.each([
    ['ed25519', () => ssh2.utils.generateKeyPairSync('ed25519')],
    ['RSA', () => ssh2.utils.generateKeyPairSync('rsa', { bits: 2048 })],
    ['ECDSA', () => ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 })],
  ] as const)('accepts only %s keys', async (_, newPair) => {
    const pair = newPair();
    const server = await startSftpServer({ folder: store.folder, user: 'label', publicKey: pair.public });
    const at = { port: server.port, hostKeys: [server.fingerprint] };
    const session = await SftpSession.open(target({ ...at, signIn: { key: pair.private } }), limits());
    expect(await session.stat('nothing')).toBeUndefined();
    session.close();
    const other = { key: newPair().private };
    expect(await failureOf(SftpSession.open(target({ ...at, signIn: other }), limits()))).toEqual([
      'sign_in',
      'The store rejected the sign-in of the user label with the key.',
    ]);
    await server.stop();
  });

  it('does not agree to broken algorithms', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    });
    const old = new ssh2.Server(
      { hostKeys: [privateKey], algorithms: { kex: ['diffie-hellman-group14-sha1'] } },
      (connection) => connection.on('error', () => {}),
    );
    await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
    const { port } = Object(old.address());
    const opening = SftpSession.open(target({ port }), limits());
    expect(await failureOf(opening)).toEqual(['protocol', expect.stringMatching(/do not agree/)]);
    old.close();
  });
});

describe('a call', () => {
  it.each([
    [
      'no permission',
      { status: PERMISSION_DENIED },
      'permission',
      /^The store denies permission\. .*write a\.wav/,
    ],
    ['a missing folder', { status: NO_SUCH_FILE }, 'missing', /^The store has no such file or folder\./],
    ['a failure', { status: FAILURE }, 'protocol', /^The store failed/],
    ['a connection that was closed', 'cut', 'closed', /^The store closed the connection\./],
    ['silence', 'hang', 'timeout', /^The store did not respond for 1 seconds\./],
  ] as const)('reports that a file was not written because of %s', async (_, fault, found, sentence) => {
    const session = await SftpSession.open(
      target(),
      limits({ idleTimeoutMs: fault === 'hang' ? 1000 : 20_000 }),
    );
    const handle = await session.open('a.wav', 'w');
    store.onCall = ({ name }) => (name === 'write' ? fault : undefined);
    const writing = session.write('a.wav', handle, { bytes: Buffer.from('a'), at: 0 });
    expect(await failureOf(writing)).toEqual([found, expect.stringMatching(sentence)]);
    session.close();
  });

  it('reports which folder is not writable', async () => {
    const session = await SftpSession.open(target(), limits());
    await session.makeFolder('in');
    chmodSync(`${store.folder}/in`, 0o500);
    store.onCall = ({ name }) => (name === 'mkdir' ? { status: PERMISSION_DENIED } : undefined);
    expect(await failureOf(session.makeFolder('in/new'))).toEqual([
      'permission',
      'The store denies permission. It was asked to make the folder in/new.',
    ]);
    session.close();
  });

  it('lists a folder of 1000 files page by page', async () => {
    const session = await SftpSession.open(target(), limits());
    await session.makeFolder('many');
    for (let number = 0; number < 1000; number++) {
      const handle = await session.open(`many/${number}`, 'w');
      await session.closeFile(`many/${number}`, handle);
    }
    const sizes: number[] = [];
    for await (const page of session.list('many')) sizes.push(page.length);
    expect(sizes.reduce((sum, each) => sum + each, 0)).toBe(1000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
    session.close();
  });
});
