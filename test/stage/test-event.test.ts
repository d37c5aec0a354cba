/** Test events of the running service, also after a SIGKILL. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { localCertificates } from '../../bin/local/certificates/certificates.ts';
import { temporaryFolder } from '../support/hand-made.ts';
import { launch } from '../support/launch.ts';
import { verifiedEvent } from '../support/verified-event.ts';
import { emptyStage, invoke, newOrganization } from './shared-stage.ts';

interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

interface Receiver {
  readonly hook: string;
  /** What it got of an event. */
  readonly arrived: (event: string) => Received | undefined;
}

/** With the certificate of a stage. */
async function startReceiver(dataDirectory: string): Promise<Receiver> {
  const { key, cert } = await localCertificates(dataDirectory);
  const received: Received[] = [];
  const server = createServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(204).end();
    });
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    hook: `https://localhost:${(server.address() as AddressInfo).port}/hook`,
    arrived: (event) => received.find(({ headers }) => headers['service-event-id'] === event),
  };
}

interface Shown {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Calls a stage with a token. */
class Caller {
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  async registered(url: string): Promise<{ id: string; secret: string }> {
    const attributes = { url, events: ['delivery.created'] };
    const data = { type: 'webhook-endpoints', attributes };
    const endpoint = await this.#send(201, 'webhook-endpoints', {
      method: 'POST',
      body: JSON.stringify({ data }),
    });
    return { id: endpoint.id, secret: String(endpoint.attributes['signing-secret']) };
  }

  async askForTest(id: string): Promise<string> {
    return (await this.#send(202, `webhook-endpoints/${id}/test`, { method: 'POST' })).id;
  }

  event(id: string): Promise<Shown> {
    return this.#send(200, `webhook-events/${id}`);
  }

  async #send(status: number, path: string, request: RequestInit = {}): Promise<Shown> {
    const headers = { Authorization: `Bearer ${this.#token}`, 'Content-Type': 'application/vnd.api+json' };
    const response = await fetch(`${this.#url}/${path}`, { ...request, headers });
    expect(response.status).toBe(status);
    return ((await response.json()) as { data: Shown }).data;
  }
}

describe('a test event', () => {
  it('is verified with the whole secret by the published verifier', async () => {
    const stage = await emptyStage();
    const { hook, arrived } = await startReceiver(stage.dataDirectory);
    const caller = new Caller(stage.url, await newOrganization(stage, 'test-event'));
    const { id, secret } = await caller.registered(hook);
    const event = await caller.askForTest(id);
    await expect.poll(() => arrived(event)).toBeDefined();
    const { headers, body } = arrived(event) ?? { headers: {}, body: '' };
    const verified = verifiedEvent(body, String(headers['service-signature']), secret);
    expect(verified).toEqual({
      id: event,
      type: 'webhook.test',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { webhook_endpoint: { id: Number(id) }, message: expect.any(String) },
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Service-Webhooks/1.0',
    });
  });

  it('arrives after a restart if the stage was killed right after accepting it', async () => {
    const DATA_DIR = temporaryFolder();
    const settings = { DATA_DIR, NO_DEMO: '1' };
    const killed = await launch(settings);
    const { hook, arrived } = await startReceiver(DATA_DIR);
    const token = await newOrganization(killed, 'killed');
    const before = new Caller(killed.url, token);
    const { id } = await before.registered(hook);
    const event = await before.askForTest(id);
    await killed.kill();
    const restarted = await launch(settings);
    onTestFinished(restarted.interrupt);
    const swept = async () => {
      // The sweep runs every minute. Work that was interrupted by the kill may wait for it.
      await invoke(restarted, 'sweep', {});
      return arrived(event);
    };
    await expect.poll(swept, { interval: 500 }).toBeDefined();
    const after = new Caller(restarted.url, token);
    await expect
      .poll(async () => (await after.event(event)).attributes['deliveries'])
      .toMatchObject([{ status: 'succeeded' }]);
  });
});
