/**
 * Receivers of webhooks that behave well and badly, and the files of releases, on one HTTPS server on
 * loopback.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import { isGenuine } from '../../docs/webhooks/verify.ts';
import { wave } from '../support/master-files.ts';
import type { Figures } from './figures.ts';

export const behaviours = ['ok', 'ok', 'error', 'gone', 'hang', 'close', 'slow', 'flap'] as const;
export type Behaviour = (typeof behaviours)[number];

/** What arrived for one endpoint. */
export interface Inbox {
  behaviour: Behaviour;
  /** All secrets it had. */
  readonly secrets: string[];
  /** Whether a secret was made whose response was lost. */
  hasLostSecret: boolean;
  /** By the id of the event: how often it came, and how often a 2xx was sent. */
  readonly events: Map<string, { count: number; acknowledged: number }>;
  /** Bodies and signatures that no secret known by then has made. */
  readonly unverified: { readonly body: Buffer; readonly header: string; readonly at: number }[];
  /** Bodies by the id of the event, where all are kept. */
  readonly bodies: Map<string, string> | undefined;
  flaps: number;
}

const SLOW_MILLISECONDS = 2500;
const MASTER = wave({ channels: 4 });

export class Receivers {
  readonly #inboxes = new Map<string, Inbox>();
  readonly #server: Server;
  readonly #figures: Figures;
  /** Since then, all behave well. */
  #isGood = false;

  private constructor(server: Server, figures: Figures) {
    this.#server = server;
    this.#figures = figures;
  }

  /** @param dataDirectory of a stage, which trusts the certificate in it. */
  static async start(dataDirectory: string, figures: Figures): Promise<Receivers> {
    const [key, cert] = ['localhost-key.pem', 'localhost.pem'].map((name) =>
      readFileSync(join(dataDirectory, 'certificates', name)),
    );
    const server = createServer({ key, cert });
    const receivers = new Receivers(server, figures);
    server.on('request', (request, response) => void receivers.#receive(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receivers;
  }

  /** The address of a file, or of an endpoint. */
  url(name: string): string {
    const address = this.#server.address();
    return `https://localhost:${typeof address === 'object' && address ? address.port : 0}/${name}`;
  }

  /** @param isRecorder whether it keeps all bodies. */
  open(name: string, behaviour: Behaviour, isRecorder = false): Inbox {
    const inbox: Inbox = {
      behaviour,
      secrets: [],
      hasLostSecret: false,
      events: new Map(),
      unverified: [],
      bodies: isRecorder ? new Map() : undefined,
      flaps: 0,
    };
    this.#inboxes.set(name, inbox);
    return inbox;
  }

  get inboxes(): ReadonlyMap<string, Inbox> {
    return this.#inboxes;
  }

  becomeGood(): void {
    this.#isGood = true;
  }

  end(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => {});
    const name = (request.url ?? '').slice(1);
    if (/\.(wav|jpg)$/.test(name)) return serveMaster(request, response);
    const inbox = this.#inboxes.get(name);
    // A sender may be killed while it sends.
    const body = await request.toArray().then(Buffer.concat, () => undefined);
    if (!inbox || !body) return void response.writeHead(404).end();
    this.#figures.count('webhooks received');
    const seen = this.#note(inbox, request, body);
    this.#respond(inbox, { request, response, acknowledge: () => (seen.acknowledged += 1) });
  }

  #note(inbox: Inbox, { headers }: IncomingMessage, body: Buffer) {
    const id = String(headers['service-event-id']);
    const seen = inbox.events.get(id) ?? { count: 0, acknowledged: 0 };
    seen.count += 1;
    inbox.events.set(id, seen);
    inbox.bodies?.set(id, body.toString());
    const header = String(headers['service-signature']);
    const at = Date.now() / 1000;
    if (!inbox.secrets.some((secret) => isGenuine(body, header, secret, at)))
      inbox.unverified.push({ body, header, at });
    return seen;
  }

  #respond(
    inbox: Inbox,
    {
      request,
      response,
      acknowledge,
    }: { request: IncomingMessage; response: ServerResponse; acknowledge: () => void },
  ): void {
    const ok = () => {
      acknowledge();
      if (!response.destroyed) response.writeHead(200).end('thanks');
    };
    inbox.flaps += 1;
    const isBad = inbox.behaviour === 'flap' && Math.floor(inbox.flaps / 4) % 2 === 1;
    const behaviour = isBad ? 'error' : inbox.behaviour;
    if (this.#isGood || behaviour === 'ok' || behaviour === 'flap') ok();
    else if (behaviour === 'error') response.writeHead(500, { 'retry-after': '1' }).end('broken');
    else if (behaviour === 'gone') response.writeHead(410).end();
    else if (behaviour === 'close') request.socket.destroy();
    else if (behaviour === 'slow') setTimeout(ok, SLOW_MILLISECONDS);
    // A receiver that hangs says nothing until the sender closes the connection.
  }
}

/** As a storage service responds to a request for a range. */
function serveMaster({ headers }: IncomingMessage, response: ServerResponse): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  if (first === undefined) return void response.end(MASTER);
  const part = MASTER.subarray(Number(first), Number(last) + 1);
  const range = `bytes ${first}-${Number(first) + part.length - 1}/${MASTER.length}`;
  response.writeHead(part.length > 0 ? 206 : 416, { 'content-range': range }).end(part);
}
