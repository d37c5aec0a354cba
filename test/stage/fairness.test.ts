/** Two owners on the local stage, one with masters on a server that never responds. */
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { slotsPerOwner } from '../../infra/queues/work-queues.ts';
import { stageConfig } from '../../infra/stages/stage-config.ts';
import { trackAttributes } from '../support/examples.ts';
import { wave } from '../support/master-files.ts';
import { withRanges } from '../support/master-server.ts';
import { emptyStage, newOrganization, type SharedStage } from './shared-stage.ts';

/** More than an owner has slots, and than all slots. */
const MASTERS = 1 + stageConfig('local', {}).concurrency.Validation;
let stage: SharedStage;
let server: Server;
/** Requests for slow files, which get no response. */
const held = new Set<ServerResponse>();
let mostHeld = 0;

beforeAll(async () => {
  stage = await emptyStage();
  const [key, cert] = ['localhost-key.pem', 'localhost.pem'].map((name) =>
    readFileSync(join(stage.dataDirectory, 'certificates', name)),
  );
  server = createServer({ key, cert }, (request, response) => {
    if (request.url !== '/slow.wav') return withRanges({ bytes: wave({ channels: 4 }) })(request, response);
    held.add(response);
    mostHeld = Math.max(mostHeld, held.size);
    response.on('close', () => held.delete(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const fileUrl = (name: string): string => {
  const address = server.address();
  return `https://localhost:${typeof address === 'object' && address ? address.port : 0}/${name}`;
};

class Owner {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  static async named(name: string): Promise<Owner> {
    return new Owner(await newOrganization(stage, name));
  }

  async ask<T>(path: string, data?: object): Promise<T> {
    const response = await fetch(stage.url + path, {
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/vnd.api+json' },
      ...(data && { method: 'POST', body: JSON.stringify({ data }) }),
    });
    expect(response.ok, await response.clone().text()).toBe(true);
    return ((await response.json()) as { data: T }).data;
  }

  async create(type: string, attributes: object, relationships: object = {}): Promise<string> {
    return (await this.ask<{ id: string }>(`/${type}`, { type, attributes, relationships })).id;
  }

  async master(track: string, file: string): Promise<string> {
    const attributes = { 'asset-type': 'dolby_atmos', url: fileUrl(file) };
    return this.create('track-assets', attributes, { track: { data: { type: 'tracks', id: track } } });
  }

  async tracks(count: number): Promise<string[]> {
    const rights = { 'is-explicit': false, 'rights-owner-year': 2026, 'rights-owner-name': 'Blue Room' };
    const album = await this.create('albums', {
      title: 'Kind of Green',
      release_date: '2026-11-30',
      ...rights,
    });
    const related = {
      albums: { data: [{ type: 'albums', id: album }] },
      'primary-genre': { data: { type: 'genres', id: '32' } },
      language: { data: { type: 'languages', id: '118' } },
    };
    const ids: string[] = [];
    for (let order = 1; order <= count; order++)
      ids.push(await this.create('tracks', { ...trackAttributes, title: `Song ${order}`, order }, related));
    return ids;
  }

  /** Resolves when a master of the track is valid. */
  async validate(track: string): Promise<void> {
    const id = await this.master(track, 'fast.wav');
    const status = async () =>
      (await this.ask<{ attributes: Record<string, unknown> }>(`/track-assets/${id}`)).attributes[
        'validation-status'
      ];
    await expect.poll(status, { interval: 100 }).toBe('valid');
  }
}

it('an owner with many slow masters uses a quarter of the validator and delays no others', async () => {
  const ada = await Owner.named('slow-masters');
  const ben = await Owner.named('fast-masters');
  const [track = ''] = await ben.tracks(1);
  for (const slow of await ada.tracks(MASTERS)) await ada.master(slow, 'slow.wav');
  const slots = slotsPerOwner(stageConfig('local', {}).concurrency.Validation);
  await expect.poll(() => mostHeld).toBe(slots);
  await ben.validate(track);
  expect(mostHeld).toBe(slots);
});
