/**
 * A master on the local stage, from POST to its verdict: stream, queue and function as the template connects
 * them.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { trackAttributes } from '../support/examples.ts';
import { wave } from '../support/master-files.ts';
import { withRanges } from '../support/master-server.ts';
import { emptyStage, newOrganization, type SharedStage } from './shared-stage.ts';

let stage: SharedStage;
beforeAll(async () => {
  stage = await emptyStage();
});

/** Serves a master with the certificate of the stage. @returns its URL. */
async function serve(bytes: Buffer): Promise<string> {
  const [key, cert] = ['localhost-key.pem', 'localhost.pem'].map((name) =>
    readFileSync(join(stage.dataDirectory, 'certificates', name)),
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

async function ask<T>(token: string, path: string, data?: object): Promise<T> {
  const response = await fetch(stage.url + path, {
    headers: { 'content-type': 'application/vnd.api+json', authorization: `Bearer ${token}` },
    ...(data && { method: 'POST', body: JSON.stringify({ data }) }),
  });
  return ((await response.json()) as { data: T }).data;
}

async function newTrack(token: string): Promise<string> {
  const rights = { 'is-explicit': false, 'rights-owner-year': 2026, 'rights-owner-name': 'Blue Room' };
  const attributes = { title: 'Kind of Green', release_date: '2026-11-30', ...rights };
  const album = await ask<Asset>(token, '/albums', { type: 'albums', attributes });
  const relationships = {
    albums: { data: [{ type: 'albums', id: album.id }] },
    'primary-genre': { data: { type: 'genres', id: '32' } },
    language: { data: { type: 'languages', id: '118' } },
  };
  const track = {
    type: 'tracks',
    attributes: { ...trackAttributes, title: 'Song', order: 1 },
    relationships,
  };
  return (await ask<Asset>(token, '/tracks', track)).id;
}

it('a master is validated within seconds without waiting for the sweep', async () => {
  const token = await newOrganization(stage, 'masters');
  const track = { data: { type: 'tracks', id: await newTrack(token) } };
  const attributes = { 'asset-type': 'dolby_atmos', url: await serve(wave({ channels: 2 })) };
  const asset = await ask<Asset>(token, '/track-assets', {
    type: 'track-assets',
    attributes,
    relationships: { track },
  });
  expect(asset.attributes['validation-status']).toBe('pending');
  await expect
    .poll(async () => (await ask<Asset>(token, `/track-assets/${asset.id}`)).attributes)
    .toMatchObject({
      'validation-status': 'invalid',
      'validation-errors': ['The file has 2 channels; a Dolby Atmos master must have 3 or more.'],
    });
});
