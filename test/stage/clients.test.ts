/** The running service with third-party clients (users, webhooks), and after a SIGKILL. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Kitsu from 'kitsu';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localCertificates } from '../../infra/local/certificates/certificates.ts';
import { type Launched, launch } from '../support/launch.ts';
import { signIn } from '../support/sign-in.ts';

interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

const dataDirectory = mkdtempSync(join(tmpdir(), 'clients-'));
const received: Received[] = [];
let stage: Launched;
let token: string;
let receiver: Server;
let hook: string;

beforeAll(async () => {
  stage = await launch({
    DATA_DIR: dataDirectory,
    WEBHOOK_RETRY_GAPS: '1,1,1,1,1,1,1,1',
    SWEEP_SECONDS: '1',
  });
  token = await signIn(stage.url);
  const { key, cert } = await localCertificates(dataDirectory);
  receiver = createServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  hook = `https://localhost:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  receiver?.close();
  await stage?.interrupt();
  rmSync(dataDirectory, { recursive: true, force: true });
});

describe('the typed client', () => {
  const folder = join(import.meta.dirname, '../../docs/client');
  const run = promisify(execFile);

  it('is generated from the document of the API: its example compiles, and runs', {
    timeout: 60_000,
  }, async () => {
    const written = await run('npm', ['run', '-s', 'client']);
    expect(written.stdout).toContain('docs/client/api.d.ts');
    await run('npx', ['tsc', '-p', folder]);
    const { stdout } = await run(process.execPath, [join(folder, 'example.ts'), stage.url]);
    expect(stdout).toMatch(/^label Typed Label\nalbum \w.*\nalbum \w.*\n$/);
  });

  it('rejects what the API does not have', { timeout: 60_000 }, async () => {
    const wrong = join(folder, 'wrong.ts');
    writeFileSync(
      wrong,
      readFileSync(join(folder, 'example.ts'), 'utf8').replace("name: 'Typed", "nmae: 'Typed"),
    );
    try {
      await expect(run('npx', ['tsc', '-p', folder])).rejects.toMatchObject({
        stdout: expect.stringMatching(/wrong\.ts.*'nmae' does not exist/),
      });
    } finally {
      rmSync(wrong);
    }
  });
});

const client = () =>
  new Kitsu({
    baseURL: stage.url,
    pluralize: false,
    camelCaseTypes: false,
    headers: { Authorization: `Bearer ${token}` },
  });

async function registered(): Promise<{ id: string; secret: string }> {
  const { data } = await client().create('webhook-endpoints', { url: hook, events: ['delivery.created'] });
  return { id: data.id, secret: data['signing-secret'] };
}

const askForTest = async (id: string): Promise<string> => {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${stage.url}/webhook-endpoints/${id}/test`, { method: 'POST', headers });
  expect(response.status).toBe(202);
  return ((await response.json()) as { data: { id: string } }).data.id;
};

const arrived = (event: string) => received.find(({ headers }) => headers['service-event-id'] === event);
const DELIVERY = { timeout: 20_000 };

describe('kitsu', () => {
  it('manages users, and includes their organization and DSPs', async () => {
    const api = client();
    const { data: created } = await api.create('users', {
      name: 'Grace',
      email: 'grace@example.com',
      password: 'Correct-Horse-1',
      role: 'label',
    });
    const { data: read } = await api.get(`users/${created.id}`, { params: { include: 'white-label,dsps' } });
    expect(read['white-label'].data.name).toBe('Demo');
    expect(read.dsps.data.length).toBeGreaterThan(1);
    const { data: updated } = await api.update('users', { id: created.id, 'is-disabled': true });
    expect(updated['is-disabled']).toBe(true);
    const { data: roles } = await api.get('users/assignable-roles');
    expect(roles).toContainEqual({ slug: 'label', name: 'Label' });
  });
});

describe('a test event', () => {
  it('is verified by constructEvent of stripe with the whole secret', async () => {
    const { id, secret } = await registered();
    const event = await askForTest(id);
    await expect.poll(() => arrived(event), DELIVERY).toBeDefined();
    const { headers, body } = arrived(event) ?? { headers: {}, body: '' };
    const stripe = new Stripe('sk_test_unused');
    const verified: unknown = stripe.webhooks.constructEvent(
      body,
      String(headers['service-signature']),
      secret,
      300,
    );
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
    await client().delete('webhook-endpoints', id);
  });

  it('arrives after a restart if the stage was killed right after accepting it', async () => {
    const { id } = await registered();
    const event = await askForTest(id);
    await stage.kill();
    stage = await launch({
      DATA_DIR: dataDirectory,
      WEBHOOK_RETRY_GAPS: '1,1,1,1,1,1,1,1',
      SWEEP_SECONDS: '1',
    });
    await expect.poll(() => arrived(event), DELIVERY).toBeDefined();
    token = await signIn(stage.url);
    await expect
      .poll(async () => (await client().get(`webhook-events/${event}`)).data.deliveries, DELIVERY)
      .toMatchObject([{ status: 'succeeded' }]);
  });
});
