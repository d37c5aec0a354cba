/** What an organization does on a stage: the whole catalogue, releases, masters, reports, payments and webhooks. */
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { Bucket } from '../../../shared/platform/bucket/bucket.ts';
import { reportObject } from '../../../shared/usage/import/usage-objects.ts';
import { subscribableEvents } from '../../../shared/webhooks/events.ts';
import { PASSWORD, type Person } from '../../support/calls.ts';
import { newUpc, trackAttributes } from '../../support/examples.ts';
import { wave } from '../../support/master-files.ts';
import { withRanges } from '../../support/master-server.ts';
import { receiver } from '../../support/receivers.ts';
import { type FileServer, fileServer } from '../../support/stores/file-server.ts';
import { command, world } from './two-versions.ts';

export interface Business {
  readonly person: Person;
  readonly files: FileServer;
  /** Paths of files whose next request is rejected. */
  readonly failing: Set<string>;
  /** Ids of the events that its endpoint has accepted. It rejects the first attempts of some. */
  readonly delivered: readonly string[];
  /** Of all tracks on sale. */
  readonly isrc: string;
}

const one = (type: string, id: string) => ({ data: { type, id } });

export async function ask(
  { person }: Pick<Business, 'person'>,
  status: number,
  method: string,
  path: string,
  body?: object,
) {
  const type = path.split(/[/?]/)[1] ?? '';
  const group = world.resources.find((each) => each.type === type)?.group ?? '';
  return (await world.ask({ group }, status, { method, path, token: person.token, ...(body && { body }) }))
    .body;
}

interface Members {
  readonly attributes?: object;
  readonly relationships?: object;
}

/** @returns the id of the new record. */
async function create(business: Business, type: string, members: Members, status = 201): Promise<string> {
  return (await ask(business, status, 'POST', `/${type}`, { data: { type, ...members } })).data.id;
}

const patch = (business: Business, type: string, id: string, attributes: object) =>
  ask(business, 200, 'PATCH', `/${type}/${id}`, { data: { type, id, attributes } });

/** An organization whose admin has signed in, and the servers that it names. */
export async function newBusiness(): Promise<Business> {
  const email = `${randomUUID()}@example.com`;
  const given = { name: 'Org', 'admin-name': 'Ada', 'admin-email': email, 'admin-password': PASSWORD };
  const { 'organization-id': organizationId, 'admin-id': userId } = await command(
    'create-organization',
    given,
  );
  const { body } = await world.ask({ group: 'auth' }, 200, {
    method: 'POST',
    path: '/oauth/token',
    headers: { 'content-type': 'application/json' },
    body: { email, password: PASSWORD, grant_type: 'password' },
  });
  const token = String(body.access_token);
  const person = { email, token, userId: String(userId), organizationId: String(organizationId) };
  const delivered: string[] = [];
  const rejected = new Set<string>();
  const { port } = await receiver(({ headers }, response) => {
    const id = String(headers['service-event-id']);
    const isRejected = /[0-3]$/.test(id) && !rejected.has(id);
    response.writeHead(isRejected ? 503 : 204).end();
    if (isRejected) rejected.add(id);
    else delivered.push(id);
  });
  const failing = new Set<string>();
  const files = await servedFiles(failing);
  const business = { person, files, failing, delivered, isrc: `DEAB126${randomInt(10_000, 99_999)}` };
  const url = `https://127.0.0.1:${port}/hook`;
  await create(business, 'webhook-endpoints', { attributes: { url, events: subscribableEvents } });
  return business;
}

async function servedFiles(failing: Set<string>): Promise<FileServer> {
  const files = await fileServer();
  const contents = {
    '/cover.jpg': Buffer.from('a cover'),
    '/song.wav': Buffer.from('a song'),
    '/atmos.wav': wave(),
  };
  for (const [path, bytes] of Object.entries(contents))
    files.served.set(path, (request, response) => {
      if (failing.delete(path)) response.writeHead(503).end();
      else if (request.headers.range) withRanges({ bytes })(request, response);
      else response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
    });
  return files;
}

const rights = { 'is-explicit': false, 'rights-owner-year': 2026, 'rights-owner-name': 'Blue Room' };

interface Release {
  readonly album: string;
  readonly track: string;
}

/** Requests the delivery of a new album with one track. */
export async function release(
  business: Business,
  { isrc, dsps }: { isrc: string | null; dsps: readonly string[] },
): Promise<Release> {
  const { files } = business;
  const label = await create(business, 'labels', { attributes: { name: 'Blue Room' } });
  const artist = await create(business, 'artists', { attributes: { name: 'Nia Calder' } });
  const more = { 'primary-genre': one('genres', '1'), language: one('languages', '118') };
  const album = await create(business, 'albums', {
    attributes: {
      ...rights,
      title: 'Small Hours',
      release_date: '2026-01-01',
      artwork: files.url('/cover.jpg'),
      'upc-code': newUpc(),
    },
    relationships: { label: one('labels', label), ...more },
  });
  const track = await create(business, 'tracks', {
    attributes: { ...trackAttributes, 'isrc-code': isrc, 'full-audiofile-url': files.url('/song.wav') },
    relationships: { albums: { data: [{ type: 'albums', id: album }] }, ...more },
  });
  const main = { artist: one('artists', artist), 'artist-role': one('artist-roles', '1') };
  await create(business, 'album-artists', { relationships: { album: one('albums', album), ...main } });
  await create(business, 'track-artists', { relationships: { track: one('tracks', track), ...main } });
  for (const dsp of dsps)
    await create(business, 'album-dsps', {
      relationships: { album: one('albums', album), dsp: one('dsps', dsp) },
    });
  await create(business, 'distribution-requests', {
    attributes: { 'request-type': 'delivery' },
    relationships: { album: one('albums', album) },
  });
  return { album, track };
}

/** Attaches a master that is read at the second attempt. @returns its id. */
export const attachMaster = (business: Business, track: string): Promise<string> =>
  create(business, 'track-assets', {
    attributes: { 'asset-type': 'dolby_atmos', url: business.files.url('/atmos.wav') },
    relationships: { track: one('tracks', track) },
  });

/** @returns the id of the report. */
export const askForReport = (business: Business): Promise<string> =>
  create(business, 'analytics-reports', { attributes: { 'dsp-id': 3, date: '2026-01-05' } }, 202);

/** Starts the import of a line about the track on sale. */
export async function importUsage({ isrc }: Business, name: string): Promise<void> {
  const content = `date,dsp_id,country,isrc,plays,revenue,currency\n2026-01-05,3,US,${isrc},${Number.parseInt(name, 10) || 12},2.50,EUR\n`;
  const sha256 = createHash('sha256').update(content).digest('hex');
  await new Bucket('packages').create(reportObject(sha256), [content]);
  await command('import-usage', { file: name, sha256, bytes: Buffer.byteLength(content), uploaded: true });
}

/** These are created where they are worked on. */
const startsWork = ['distribution-requests', 'analytics-reports', 'track-assets'];

/** Creates a record of each other type that requests create. @returns their ids by type. */
export async function createEverything({ person }: Business): Promise<ReadonlyMap<string, string>> {
  const made = new Map<string, string>();
  for (const { type, operations } of world.resources)
    if (operations.includes('create') && !startsWork.includes(type))
      made.set(type, await world.newRecordOf(type, person));
  return made;
}

const changes: Readonly<Record<string, object>> = {
  users: { name: 'Changed' },
  labels: { name: 'Changed', description: 'Changed' },
  artists: { name: 'Changed' },
  'artist-dsp-availabilities': {
    'external-artist-id': '18',
    'external-artist-url': 'https://beta.example/artist/18',
  },
  albums: { title: 'Changed', 'upc-code': newUpc() },
  'album-artists': { order: 2 },
  tracks: { title: 'Changed', 'extended-credits': [{ role: 'cello', name: 'Cid' }] },
  'album-tracks': { order: 3 },
  'track-artists': { order: 2 },
  'webhook-endpoints': { description: 'Changed', 'is-active': false },
};

/** Changes records, and deletes them. */
export async function changeAndDelete(business: Business, made: ReadonlyMap<string, string>): Promise<void> {
  for (const [type, id] of made) {
    const { operations = [] } = world.resources.find((each) => each.type === type) ?? {};
    const attributes = changes[type];
    if (attributes)
      expect(await patch(business, type, id, attributes)).toMatchObject({ data: { attributes } });
    else expect(operations, `No change of ${type} is tried.`).not.toContain('update');
    if (operations.includes('delete')) await ask(business, 204, 'DELETE', `/${type}/${id}`);
  }
}
