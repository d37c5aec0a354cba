/** Keeps connections open between requests, to avoid a TLS handshake for each. */
import type { IncomingMessage } from 'node:http';
import type { Agent } from 'node:https';
import type { Duplex } from 'node:stream';
import type { PublicAddress } from './address-guard.ts';
import { type OutgoingRequest, type RequestError, sendRequest } from './send-request.ts';

export interface KeepingOptions {
  /** Wall clock in milliseconds. Timers stand still while Lambda freezes the process. */
  readonly now?: () => number;
  readonly maxIdleMs?: number;
  /** Maximum number of idle connections, to all servers together. */
  readonly maxKept?: number;
  readonly maxKeptPerServer?: number;
}

/**
 * Below the idle timeouts of common servers. The shortest is Node's with 5 s.
 * @internal A test compares it with the guide.
 */
export const MAX_IDLE_MS = 4_000;
const MAX_KEPT = 50;
const MAX_KEPT_PER_SERVER = 4;

/** The server at the other end of a connection. */
interface Peer {
  /** Host and port of the URL. */
  readonly host: string;
  readonly address: string | undefined;
}

export class KeptConnections {
  readonly agent: Agent;
  readonly #now: () => number;
  readonly #maxIdleMs: number;
  readonly #peers = new WeakMap<Duplex, Peer>();
  /** When each idle connection was last used, in that order. */
  readonly #kept = new Map<Duplex, number>();

  constructor({
    now = Date.now,
    maxIdleMs = MAX_IDLE_MS,
    maxKept = MAX_KEPT,
    maxKeptPerServer: maxFreeSockets = MAX_KEPT_PER_SERVER,
  }: KeepingOptions = {}) {
    this.#now = now;
    this.#maxIdleMs = maxIdleMs;
    const { Agent } = process.getBuiltinModule('node:https');
    // The timeout closes idle connections, but does not end active requests.
    const agent = new Agent({ keepAlive: true, timeout: maxIdleMs, maxFreeSockets });
    const keep: (socket: Duplex) => unknown = agent.keepSocketAlive.bind(agent);
    const reuse = agent.reuseSocket.bind(agent);
    agent.keepSocketAlive = (socket) => {
      // The server has announced that it will close the connection.
      if (keep(socket) === false) return false;
      const [longest] = this.#kept.keys();
      if (longest && this.#kept.size >= maxKept) this.#close(longest);
      this.#kept.set(socket, now());
      return true;
    };
    agent.reuseSocket = (socket, request) => {
      this.#kept.delete(socket);
      reuse(socket, request);
    };
    this.agent = agent;
  }

  /** Number of idle connections. */
  get size(): number {
    return this.#kept.size;
  }

  /** Must be called with every response, because its connection may be kept. */
  remember({ socket }: IncomingMessage, { host }: URL): void {
    if (this.#peers.has(socket)) return;
    this.#peers.set(socket, { host, address: socket.remoteAddress });
    socket.once('close', () => this.#kept.delete(socket));
  }

  /** Closes idle connections to the server that may be dead or that use other addresses. */
  closeUnusable({ host }: URL, addresses: readonly PublicAddress[]): void {
    for (const [socket, since] of this.#kept) {
      const peer = this.#peers.get(socket);
      if (peer?.host !== host) continue;
      const idleMs = this.#now() - since;
      const isUsable =
        idleMs >= 0 && idleMs <= this.#maxIdleMs && addresses.some(({ address }) => address === peer.address);
      if (!isUsable) this.#close(socket);
    }
  }

  /** Closes all idle connections, or only those to one server. */
  close(url?: URL): void {
    for (const socket of this.#kept.keys()) {
      if (!url || this.#peers.get(socket)?.host === url.host) this.#close(socket);
    }
  }

  #close(socket: Duplex): void {
    this.#kept.delete(socket);
    socket.destroy();
    // Removes the connection from the agent immediately, so that the next request cannot use it.
    socket.emit('agentRemove');
  }
}

/**
 * Like `sendRequest`, but prefers an idle connection. If the server closes it before responding, the request
 * is repeated on a new connection. Use it only for requests that may arrive twice, because the server may
 * have received the first one.
 */
export async function sendOnKeptConnection(
  outgoing: Omit<OutgoingRequest, 'agent'>,
  connections: KeptConnections,
): Promise<{ response: IncomingMessage } | { error: RequestError }> {
  const { url, addresses } = outgoing;
  const send = () => sendRequest({ ...outgoing, agent: connections.agent });
  connections.closeUnusable(url, addresses);
  let sent = await send();
  if ('error' in sent && sent.wasStale) {
    // The cause, such as a restart, has probably closed the other connections as well.
    connections.close(url);
    sent = await send();
  }
  if ('response' in sent) connections.remember(sent.response, url);
  return sent;
}
