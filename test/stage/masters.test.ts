/** A master on the local stage, from POST to its verdict: stream, queue and function as the template connects them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Launched, launch } from '../support/launch.ts';
import { wave } from '../support/master-files.ts';
import { withRanges } from '../support/master-server.ts';

const dataDirectory = mkdtempSync(join(tmpdir(), 'masters-'));
let stage: Launched;
beforeAll(async () => {
  // No sweep while the test runs.
  stage = await launch({ DATA_DIR: dataDirectory, SWEEP_SECONDS: '3600' });
});
afterAll(async () => {
  await stage.interrupt();
  rmSync(dataDirectory, { recursive: true, force: true });
});

/** Serves a master with the certificate of the stage. @returns its URL. */
async function serve(bytes: Buffer): Promise<string> {
  const [key, cert] = ['localhost-key.pem', 'localhost.pem'].map((name) =>
    readFileSync(join(dataDirectory, 'certificates', name)),
  );
  const server = createServer({ key, cert }, withRanges({ bytes }));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `https://localhost:${typeof address === 'object' && address ? address.port : 0}/master.wav`;
}

interface Asset {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

async function client({ url }: Launched) {
  const send = async <T>(path: string, body?: object, token?: string): Promise<T> => {
    const type = token ? 'application/vnd.api+json' : 'application/json';
    const response = await fetch(url + path, {
      headers: { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return (await response.json()) as T;
  };
  const login = { email: 'admin@demo.example', password: 'Demo-Password-1', grant_type: 'password' };
  const { access_token: token } = await send<{ access_token: string }>('/oauth/token', login);
  return <T>(path: string, body?: object) => send<{ data: T }>(path, body, token);
}

it('a master is validated within seconds, without waiting for the sweep', async () => {
  const ask = await client(stage);
  const { data: tracks } = await ask<readonly { id: string }[]>('/tracks?page[size]=1');
  const track = { data: { type: 'tracks', id: tracks[0]?.id } };
  const attributes = { 'asset-type': 'dolby_atmos', url: await serve(wave({ channels: 2 })) };
  const { data } = await ask<Asset>('/track-assets', {
    data: { type: 'track-assets', attributes, relationships: { track } },
  });
  expect(data.attributes['validation-status']).toBe('pending');
  await expect
    .poll(async () => (await ask<Asset>(`/track-assets/${data.id}`)).data.attributes, { timeout: 15_000 })
    .toMatchObject({
      'validation-status': 'invalid',
      'validation-errors': ['The file has 2 channels; a Dolby Atmos master must have 3 or more.'],
    });
});
