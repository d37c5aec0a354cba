/** A release on a stage, made over HTTP as its owner makes it, with files that a test serves. */
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { expect } from 'vitest';
import { trackAttributes } from '../support/examples.ts';
import type { SharedStage } from './shared-stage.ts';

export interface Shown {
  readonly id: string;
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly meta: { readonly audio: unknown };
}

interface Document<T> {
  readonly data: T;
  readonly included?: readonly Shown[];
}

/** An owner on a stage. */
export interface Owner {
  readonly url: string;
  readonly token: string;
}

export async function ask<T = Shown>(
  { url, token }: Owner,
  path: string,
  data?: object,
): Promise<Document<T>> {
  const response = await fetch(url + path, {
    headers: { 'content-type': 'application/vnd.api+json', authorization: `Bearer ${token}` },
    ...(data && { method: 'POST', body: JSON.stringify({ data }) }),
  });
  const body = (await response.json()) as Document<T>;
  expect([path, response.status, response.ok ? '' : JSON.stringify(body)]).toEqual([
    path,
    response.status,
    '',
  ]);
  return body;
}

const one = (type: string, id: string) => ({ data: { type, id } });

const create = async (
  owner: Owner,
  type: string,
  members: { attributes?: object; relationships?: object },
): Promise<string> => (await ask(owner, `/${type}`, { type, ...members })).data.id;

interface Song {
  readonly title: string;
  readonly audio: string;
  readonly artwork?: string;
}

/** A song on an album that can be delivered to one DSP. */
export async function newSong(
  owner: Owner,
  { title, audio, artwork = 'https://files.example/front.jpg' }: Song,
): Promise<{ albumId: string; trackId: string }> {
  const rights = { 'is-explicit': false, 'rights-owner-year': 2026, 'rights-owner-name': 'Blue Room' };
  const artist = one('artists', await create(owner, 'artists', { attributes: { name: title } }));
  const role = { artist, 'artist-role': one('artist-roles', '1') };
  const classes = { 'primary-genre': one('genres', '32'), language: one('languages', '118') };
  const albumId = await create(owner, 'albums', {
    attributes: { title, release_date: '2026-11-30', artwork, ...rights },
    relationships: {
      label: one('labels', await create(owner, 'labels', { attributes: { name: title } })),
      ...classes,
    },
  });
  const album = one('albums', albumId);
  const trackId = await create(owner, 'tracks', {
    attributes: { ...trackAttributes, title, order: 1, 'isrc-code': null, 'full-audiofile-url': audio },
    relationships: { albums: { data: [album.data] }, ...classes },
  });
  await create(owner, 'track-artists', { relationships: { track: one('tracks', trackId), ...role } });
  await create(owner, 'album-artists', { relationships: { album, ...role } });
  await create(owner, 'album-dsps', { relationships: { album, dsp: one('dsps', '1') } });
  return { albumId, trackId };
}

/** @returns the id of a request to deliver the album. */
export const requestDelivery = (owner: Owner, albumId: string): Promise<string> =>
  create(owner, 'distribution-requests', {
    attributes: { 'request-type': 'delivery' },
    relationships: { album: one('albums', albumId) },
  });

/** Serves files with the certificate of the stage. @returns the address, and how to stop. */
export async function serveFiles(
  { dataDirectory }: SharedStage,
  listener: RequestListener,
): Promise<{ url: string; end: () => void }> {
  const [key, cert] = ['localhost-key.pem', 'localhost.pem'].map((name) =>
    readFileSync(join(dataDirectory, 'certificates', name)),
  );
  const server = createServer({ key, cert }, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `https://localhost:${port}`, end: () => void server.close() };
}
