/** Connections that stay open between requests, so that the next request to the same server needs no TLS handshake. */
import type { IncomingMessage } from 'node:http';
import type { Agent } from 'node:https';
import type { Duplex } from 'node:stream';
import type { PublicAddress } from './address-guard.ts';
import { type OutgoingRequest, type RequestError, sendRequest } from './send-request.ts';

export interface KeepingOptions {
  /** Wall clock, in milliseconds: timers do not count the time in which the machine is frozen. */
  readonly now?: () => number;
  readonly maxIdleMs?: number;
  /** How many connections wait for their next request, to all servers together. */
  readonly maxKept?: number;
  readonly maxKeptPerServer?: number;
}

/**
 * Shorter than the idle timeouts of common servers, of which Node's is the shortest: 5 s.
 * @internal Tests compare it with the guide.
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
  /** Since when each connection waits for a request, the one that waits longest first. */
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
    // The timeout closes connections that wait; a request under way it does not end.
    const agent = new Agent({ keepAlive: true, timeout: maxIdleMs, maxFreeSockets });
    const keep: (socket: Duplex) => unknown = agent.keepSocketAlive.bind(agent);
    const reuse = agent.reuseSocket.bind(agent);
    agent.keepSocketAlive = (socket) => {
      // When the server has announced that it will close the connection.
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

  /** How many connections wait for their next request. */
  get size(): number {
    return this.#kept.size;
  }

  /** Called with the response to every request: its connection may be kept. */
  remember({ socket }: IncomingMessage, { host }: URL): void {
    if (this.#peers.has(socket)) return;
    this.#peers.set(socket, { host, address: socket.remoteAddress });
    socket.once('close', () => this.#kept.delete(socket));
  }

  /**
   * Closes the kept connections to a server that its next request must not use: those to addresses other than the given
   * ones, and those that may be dead.
   */
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

  /** Closes all kept connections, or those to one server. */
  close(url?: URL): void {
    for (const socket of this.#kept.keys()) {
      if (!url || this.#peers.get(socket)?.host === url.host) this.#close(socket);
    }
  }

  #close(socket: Duplex): void {
    this.#kept.delete(socket);
    socket.destroy();
    // Immediately, so that the next request does not get it.
    socket.emit('agentRemove');
  }
}

/**
 * Like `sendRequest`, on a kept connection if there is one. Servers may close those at any time: if that happens before
 * anything of the response has come, the request is repeated on a new connection. The server may have received it
 * nevertheless, so this is for requests that may arrive twice.
 */
export async function sendOnKeptConnection(
  outgoing: Omit<OutgoingRequest, 'agent'>,
  connections: KeptConnections,
): Promise<{ response: IncomingMessage } | { error: RequestError }> {
  const { url, addresses } = outgoing;
  const send = () => sendRequest({ ...outgoing, agent: connections.agent });
  connections.closeUnusable(url, addresses);
  let sent = await send();
  if ('error' in sent && sent.wasKeptInVain) {
    // What closed one connection, such as a restart, has probably closed the others as well.
    connections.close(url);
    sent = await send();
  }
  if ('response' in sent) connections.remember(sent.response, url);
  return sent;
}
