import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localCertificates } from '../../bin/local/certificates/certificates.ts';
import { startLocalStage } from '../../bin/local/start.ts';
import { handMadeAssembly } from '../support/hand-made.ts';

const directory = mkdtempSync(join(tmpdir(), 'certificates-'));
const certificates = await localCertificates(directory);
const server = createServer({ key: certificates.key, cert: certificates.cert }, (_, response) =>
  response.end('hello'),
);

beforeAll(async () => {
  await once(server.listen(0), 'listening');
});
afterAll(() => {
  server.close();
  rmSync(directory, { recursive: true });
});

function get(host: string, ca?: string): Promise<number | undefined> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ host, port, ca, agent: false }, (response) => resolve(response.resume().statusCode))
      .once('error', reject)
      .end();
  });
}

describe('the local certificates', () => {
  test.each(['localhost', '127.0.0.1', '::1'])('are valid for %s', async (host) => {
    await expect(get(host, certificates.ca)).resolves.toBe(200);
  });

  test('are rejected by clients that do not trust the authority', async () => {
    await expect(get('localhost')).rejects.toThrow(/certificate/);
  });

  test('are signed by the authority and cannot sign others', () => {
    const authority = new X509Certificate(certificates.ca);
    const ofServer = new X509Certificate(certificates.cert);
    expect(ofServer.checkIssued(authority)).toBe(true);
    expect(ofServer.verify(authority.publicKey)).toBe(true);
    expect([authority.ca, ofServer.ca]).toEqual([true, false]);
  });

  test('are stored with a key that only their owner can read', async () => {
    expect(await localCertificates(directory)).toEqual(certificates);
    expect(statSync(join(directory, 'certificates', 'localhost-key.pem')).mode & 0o777).toBe(0o600);
  });

  test('are the same for concurrent processes that create them', async () => {
    const shared = mkdtempSync(join(tmpdir(), 'certificates-'));
    const module = new URL('../../bin/local/certificates/certificates.ts', import.meta.url).href;
    const script = `import { parentPort } from 'node:worker_threads';
      import { localCertificates } from ${JSON.stringify(module)};
      parentPort.postMessage((await localCertificates(${JSON.stringify(shared)})).ca);`;
    const workers = Array.from(
      { length: 4 },
      () => new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), { execArgv: [] }),
    );
    const made = await Promise.all(workers.map(async (worker) => (await once(worker, 'message'))[0]));
    expect(new Set(made).size).toBe(1);
    expect(readdirSync(shared)).toEqual(['certificates']);
    rmSync(shared, { recursive: true });
  });
});

test('the functions trust the authority besides the default ones', async () => {
  const assembly = handMadeAssembly({
    functions: {
      Call: `import { getCACertificates } from 'node:tls';
        export const handler = async (url) => ({ status: (await fetch(url)).status, known: getCACertificates('default').length });`,
    },
  });
  const stage = await startLocalStage({ assembly, dataDirectory: directory });
  const { port } = server.address() as AddressInfo;
  const known = getCACertificates('default').map((pem) => new X509Certificate(pem).fingerprint256);
  expect(await stage.invoke('Call', `https://localhost:${port}`)).toEqual({
    status: 200,
    known: new Set(known).size + 1,
  });
  await stage.end();
});
