/** Receivers on loopback with the behaviour a test needs, and a certificate this process can trust. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
  type TLSSocket,
  type TlsOptions,
} from 'node:tls';
import { localCertificates } from '../../bin/local/certificates/certificates.ts';

const directory = mkdtempSync(join(tmpdir(), 'receivers-'));
export const certificates = await localCertificates(directory);
const { ca, key, cert } = certificates;
rmSync(directory, { recursive: true });

const publicAuthorities = getCACertificates('default');

/** No test connects to a public server, and parsing all public certificates would take 30 ms each time. */
export const trustReceivers = () => setDefaultCACertificates([ca]);
export const distrustReceivers = () => setDefaultCACertificates(publicAuthorities);

interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly path: string | undefined;
  readonly body: string;
}

export interface Receiver {
  readonly port: number;
  readonly received: readonly Received[];
  /** Connections still open. */
  readonly connections: ReadonlySet<Socket>;
  /** How many TLS handshakes there were. */
  readonly handshakes: () => number;
}

const stops: (() => void)[] = [];

/**
 * An HTTPS receiver that responds once it has read the request, and leaves it to the client to close
 * connections.
 */
export async function receiver(respond: RequestListener, address = '127.0.0.1', port = 0): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer({ key, cert, keepAliveTimeout: 0 }, async (request, response) => {
    const chunks: Buffer[] = await request.toArray();
    received.push({ headers: request.headers, path: request.url, body: Buffer.concat(chunks).toString() });
    respond(request, response);
  });
  let count = 0;
  server.on('secureConnection', () => {
    count += 1;
  });
  return { ...(await listen(server, address, port)), received, handshakes: () => count };
}

/**
 * A receiver that completes the TLS handshake and then behaves as `talk` says.
 * @param talk gets the connection, and a function that resets it instead of ending it.
 */
export async function rawReceiver(
  talk: (socket: TLSSocket, reset: () => void) => void,
  options: TlsOptions = {},
): Promise<number> {
  const server = createTlsServer({ key, cert, ...options }, (socket) => {
    // The client may close the connection.
    socket.on('error', () => {});
    talk(socket, () => {
      for (const connection of connections) connection.resetAndDestroy();
    });
  });
  const { port, connections } = await listen(server);
  return port;
}

export async function listen(server: Server, address = '127.0.0.1', port = 0) {
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.on('error', () => {}).on('close', () => connections.delete(socket));
  });
  server.listen(port, address);
  await once(server, 'listening');
  stops.push(() => {
    server.close();
    for (const socket of connections) socket.destroy();
  });
  const bound = server.address();
  if (!bound || typeof bound === 'string') throw new Error('The receiver has no port.');
  return { port: bound.port, connections };
}

export function stopReceivers(): void {
  for (const stop of stops.splice(0)) stop();
}
