/** Attempts to one receiver on new and on kept connections, alternating in one run: TLS handshakes and latency. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { localCertificates } from '../../infra/local/certificates/certificates.ts';
import { KeptConnections } from '../../shared/platform/egress/kept-connections.ts';
import { attempt } from '../../shared/webhooks/sending/attempt.ts';

export interface AttemptCost {
  readonly connections: string;
  readonly attempts: number;
  readonly handshakes: number;
  /** Of the handshakes: how many resumed a TLS session. */
  readonly resumed: number;
  readonly medianMs: number;
  readonly p95Ms: number;
}

const ATTEMPTS = 100;

export async function webhookConnections(): Promise<AttemptCost[]> {
  const receiver = await startReceiver();
  const shared = new KeptConnections();
  const closing = new KeptConnections();
  const sides = [
    { connections: 'new', pool: () => new KeptConnections(), isKept: false },
    { connections: 'new, with TLS sessions', pool: () => closing, isKept: false },
    { connections: 'kept', pool: () => shared, isKept: true },
  ].map((side) => ({ ...side, times: [] as number[], handshakes: 0, resumed: 0 }));
  for (let count = 0; count < ATTEMPTS; count++) {
    for (const side of sides) {
      const pool = side.pool();
      const before = { ...receiver.counts };
      side.times.push(await timeOf(receiver.url, pool));
      // The connection is kept once the body of the response is read.
      while (pool.size === 0) await wait(1);
      if (!side.isKept) pool.close();
      side.handshakes += receiver.counts.handshakes - before.handshakes;
      side.resumed += receiver.counts.resumed - before.resumed;
    }
  }
  receiver.close();
  shared.close();
  return sides.map(({ connections, times, handshakes, resumed }) => {
    const at = (share: number) =>
      Number(times.toSorted((a, b) => a - b)[Math.floor((ATTEMPTS - 1) * share)]?.toFixed(1));
    return { connections, attempts: ATTEMPTS, handshakes, resumed, medianMs: at(0.5), p95Ms: at(0.95) };
  });
}

async function timeOf(url: string, connections: KeptConnections): Promise<number> {
  const request = { url, eventId: 'evt_1', body: '{}', secret: 'whsec_' };
  const startedAt = performance.now();
  const { outcome } = await attempt(request, { allowedCidrs: ['127.0.0.0/8'], connections });
  if (outcome !== 'acknowledged') throw new Error('An attempt failed.');
  return performance.now() - startedAt;
}

async function startReceiver() {
  const directory = mkdtempSync(join(tmpdir(), 'bench-receiver-'));
  const { ca, key, cert } = await localCertificates(directory);
  rmSync(directory, { recursive: true });
  setDefaultCACertificates([...getCACertificates('default'), ca]);
  const counts = { handshakes: 0, resumed: 0 };
  const server = createServer({ key, cert }, (request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  });
  server.on('secureConnection', (socket) => {
    counts.handshakes += 1;
    if (socket.isSessionReused()) counts.resumed += 1;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `https://127.0.0.1:${port}/`, counts, close: () => server.close() };
}
