import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setDefaultCACertificates } from 'node:tls';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { localCertificates } from '../../../../bin/local/certificates/certificates.ts';
import { newSigningSecret } from '../../../../shared/webhooks/endpoints/endpoint-secret.ts';
import { ATTEMPT_TIMEOUT_MS, attempt } from '../../../../shared/webhooks/sending/attempt.ts';
import { holdClock, moveClock, reaching } from '../../../support/held-clock.ts';

const directory = mkdtempSync(join(tmpdir(), 'receiver-'));
setDefaultCACertificates([(await localCertificates(directory)).ca]);
afterAll(() => rmSync(directory, { recursive: true }));

const secret = newSigningSecret();
const event = {
  id: 'evt_8d6b3a0e-5a55-4f0c-9d53-0f3f2a3f1c11',
  type: 'webhook.test',
  created_at: '2026-11-20T12:00:00.000Z',
  data: { webhook_endpoint: { id: 17 }, message: 'Grüße' },
};

interface Run {
  readonly process: ChildProcess;
  readonly output: () => string;
}

/** The command as a developer runs it, on its own port. */
function run(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Run {
  const env = { ...process.env, DATA_DIR: directory, RECEIVER_PORT: '0', SECRET: '', ...environment };
  const child = spawn(process.execPath, ['bin/receiver.ts', ...args], { env });
  onTestFinished(() => void child.kill());
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return { process: child, output: () => output };
}

interface Changed {
  readonly body?: string;
  readonly secret?: string;
  readonly now?: () => Date;
}

/** Starts a receiver. @returns it with a function that sends it an event as the service does. */
async function receiver(args: readonly string[], environment?: NodeJS.ProcessEnv) {
  const { output } = run(args, environment);
  await expect.poll(output, { interval: 10 }).toContain('Receiving webhooks');
  const url = /https:\S+/.exec(output())?.[0] ?? '';
  const send = async ({ now, ...changed }: Changed = {}) => {
    const message = { url, eventId: event.id, body: JSON.stringify(event), secret, ...changed };
    const { status, error } = await attempt(message, { allowedCidrs: ['127.0.0.0/8'], ...(now && { now }) });
    return status ?? error;
  };
  return { output, send, url };
}

test('an event with a valid signature is acknowledged and shown', async () => {
  const { output, send } = await receiver([newSigningSecret(), secret]);
  expect(await send()).toBe(204);
  for (const shown of [event.type, event.id, event.created_at, 'verified', 'first time', '204', 'Grüße']) {
    await expect.poll(output).toContain(shown);
  }
});

test('a duplicate event is marked as a duplicate', async () => {
  const { output, send } = await receiver([secret]);
  await send();
  expect(await send()).toBe(204);
  await expect.poll(output).toContain('2 times');
});

test('an event with an invalid signature is rejected', async () => {
  const { output, send } = await receiver([], { SECRET: secret });
  expect(await send({ secret: newSigningSecret() })).toBe(400);
  expect(await send({ now: () => new Date(Date.now() - 301_000) })).toBe(400);
  expect(await send({ now: () => new Date(Date.now() + 302_000) })).toBe(400);
  await expect.poll(() => output().match(/REJECTED/g)).toHaveLength(3);
  expect(output()).not.toContain(event.id);
});

test('events without a secret are shown unverified, with a hint on how to verify them', async () => {
  const { output, send } = await receiver([]);
  await expect.poll(output).toContain('npm run receiver -- whsec_');
  expect(await send()).toBe(204);
  await expect.poll(output).toContain('not checked');
});

test('a body that is not an event is rejected', async () => {
  const { send, url } = await receiver([secret]);
  expect(await send({ body: '{"id":1}' })).toBe(400);
  expect(await send({ body: 'text' })).toBe(400);
  expect((await fetch(url)).status).toBe(405);
});

test('failures can be simulated', async () => {
  const { output, send } = await receiver([secret, '--status', '503', '--delay', '0.05']);
  expect(await send()).toBe(503);
  await expect.poll(output).toContain('503');
});

test('the first attempts of each event can be made to fail', async () => {
  const { send } = await receiver([secret, '--fail', '2']);
  const body = JSON.stringify({ ...event, id: 'evt_other' });
  const statuses = [await send(), await send(), await send(), await send({ body }), await send()];
  expect(statuses).toEqual([500, 500, 204, 500, 204]);
});

test('the status of failing attempts can be chosen', async () => {
  const { send } = await receiver([secret, '--fail', '1', '--status', '429']);
  expect([await send(), await send()]).toEqual([429, 204]);
});

test('redirects can be simulated', async () => {
  const location = 'https://elsewhere.example/';
  const { send, url } = await receiver(['--redirect', location]);
  expect(await send()).toBe(302);
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(event), redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([302, location]);
});

test('a receiver that hangs can be simulated', async () => {
  const { output, send } = await receiver([secret, '--hang']);
  holdClock();
  onTestFinished(() => void vi.useRealTimers());
  const sending = send();
  await reaching(() => output().includes('never'));
  await moveClock(ATTEMPT_TIMEOUT_MS);
  expect(await sending).toBe('timeout');
});

test('a port in use and malformed arguments are reported clearly', async () => {
  const { url } = await receiver([]);
  const runs = [
    [run([], { RECEIVER_PORT: new URL(url).port }), 'is in use'],
    [run([], { RECEIVER_PORT: '70000' }), 'RECEIVER_PORT must be a port'],
    [run([], { DATA_DIR: 'memory' }), 'Set DATA_DIR to the folder'],
    [run(['--status', '99']), '--status takes 200 to 599'],
    [run(['--delay', 'long']), '--delay takes seconds'],
    [run(['--fail', 'often']), '--fail takes a number of attempts'],
    [run(['--redirect', 'elsewhere']), '--redirect takes a URL'],
    [run(['whsec_short']), 'A secret is whsec_ and 64 hex digits'],
    [run(['--unknown']), "Unknown option '--unknown'"],
  ] as const;
  for (const [{ process, output }, message] of runs) {
    await expect.poll(() => process.exitCode, { interval: 10 }).toBe(1);
    await expect.poll(output).toContain(message);
  }
  expect(existsSync('memory')).toBe(false);
});

test('the port of the API is not used', async () => {
  const { output } = run([], { RECEIVER_PORT: '', PORT: new URL((await receiver([])).url).port });
  // The default port may be in use on this machine.
  await expect.poll(output).toMatch(/https:\/\/127\.0\.0\.1:4443\/|Port 4443 is in use/);
});

test('help names every environment variable', async () => {
  const { process, output } = run(['--help']);
  await expect.poll(() => process.exitCode, { interval: 10 }).toBe(0);
  for (const name of ['RECEIVER_PORT', 'DATA_DIR', 'SECRET']) await expect.poll(output).toContain(name);
});
