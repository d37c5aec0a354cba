/** The running service with third-party clients (users, webhooks), and after a SIGKILL. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import Kitsu from 'kitsu';
import { describe, expect, it, onTestFinished } from 'vitest';
import { localCertificates } from '../../infra/local/certificates/certificates.ts';
import { temporaryFolder } from '../support/hand-made.ts';
import { launch } from '../support/launch.ts';
import { verifiedEvent } from '../support/verified-event.ts';
import { emptyStage, invoke, newOrganization, type SharedStage } from './shared-stage.ts';

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

class Caller {
  readonly api: Kitsu;
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#headers = { Authorization: `Bearer ${token}` };
    this.api = new Kitsu({ baseURL: url, pluralize: false, camelCaseTypes: false, headers: this.#headers });
  }

  static async named(name: string, stage: Pick<SharedStage, 'url' | 'awsUrl'>): Promise<Caller> {
    return new Caller(stage.url, await newOrganization(stage, name));
  }

  async registered(url: string): Promise<{ id: string; secret: string }> {
    const { data } = await this.api.create('webhook-endpoints', { url, events: ['delivery.created'] });
    return { id: data.id, secret: data['signing-secret'] };
  }

  async askForTest(id: string): Promise<string> {
    const request = { method: 'POST', headers: this.#headers };
    const response = await fetch(`${this.#url}/webhook-endpoints/${id}/test`, request);
    expect(response.status).toBe(202);
    return ((await response.json()) as { data: { id: string } }).data.id;
  }
}

const DELIVERY = { timeout: 20_000 };

describe('kitsu', () => {
  it('manages users, and includes their organization and DSPs', async () => {
    const { api } = await Caller.named('kitsu', await emptyStage());
    const { data: created } = await api.create('users', {
      name: 'Grace',
      email: 'grace@example.com',
      password: 'Correct-Horse-1',
      role: 'label',
    });
    const { data: read } = await api.get(`users/${created.id}`, { params: { include: 'white-label,dsps' } });
    expect(read['white-label'].data.name).toBe('kitsu');
    expect(read.dsps.data.length).toBeGreaterThan(1);
    const { data: updated } = await api.update('users', { id: created.id, 'is-disabled': true });
    expect(updated['is-disabled']).toBe(true);
    const { data: roles } = await api.get('users/assignable-roles');
    expect(roles).toContainEqual({ slug: 'label', name: 'Label' });
  });
});

describe('a test event', () => {
  it('is verified by the published verifier with the whole secret', async () => {
    const stage = await emptyStage();
    const { hook, arrived } = await startReceiver(stage.dataDirectory);
    const caller = await Caller.named('test-event', stage);
    const { id, secret } = await caller.registered(hook);
    const event = await caller.askForTest(id);
    await expect.poll(() => arrived(event), DELIVERY).toBeDefined();
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

  it('arrives after a restart if the stage was killed immediately after accepting it', {
    timeout: 60_000,
  }, async () => {
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
      // As every minute. What was under way when the stage was killed may wait for it.
      await invoke(restarted, 'sweep', {});
      return arrived(event);
    };
    await expect.poll(swept, { ...DELIVERY, interval: 500 }).toBeDefined();
    const { api } = new Caller(restarted.url, token);
    await expect
      .poll(async () => (await api.get(`webhook-events/${event}`)).data.deliveries, DELIVERY)
      .toMatchObject([{ status: 'succeeded' }]);
  });
});
