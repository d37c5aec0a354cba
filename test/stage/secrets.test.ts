/**
 * Secrets that reach a stage on any way are in nothing that it writes: logs, terminal, records, queues,
 * pages.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { routesOf } from '../../shared/kit/declare/routes.ts';
import { MEDIA_TYPE } from '../../shared/kit/jsonapi/types.ts';
import { api } from '../../shared/service/api.ts';
import { operateOn } from '../support/command-line.ts';
import { newUpc, trackAttributes } from '../support/examples.ts';
import { clientOptions } from '../support/hand-made.ts';
import { type Launched, launch } from '../support/launch.ts';
import { everyThird } from '../support/long-run.ts';
import { signIn } from '../support/sign-in.ts';
import { rawRequest } from './raw-request.ts';
import { contains, filesWith, newSecret } from './secret-search.ts';
import { operateWith } from './shared-stage.ts';

const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
const email = 'ada@example.com';

/** In nothing that the stage writes. */
const never = {
  password: newSecret('Password'),
  wrongPassword: newSecret('Wrong'),
  typedPassword: newSecret('Typed'),
  newPassword: newSecret('New'),
  forgedToken: newSecret('Forged'),
  basic: newSecret('Basic'),
  header: newSecret('Header'),
  query: newSecret('query'),
  key: newSecret('Key'),
  malformed: newSecret('Malformed'),
  unknownMember: newSecret('Unknown'),
  invoked: newSecret('Invoked'),
  echoed: newSecret('Echoed'),
};
/** Belong to records, which contain them, but are in no log: addresses, and what a receiver responds. */
const recorded = {
  hookAddress: newSecret('Hook'),
  artworkAddress: newSecret('Artwork'),
  audioAddress: newSecret('Audio'),
  masterAddress: newSecret('Master'),
  response: newSecret('Response'),
};
/** That the service makes. */
const made = new Map<string, string>();

let stage: Launched;
let server: Server;
let token: string;
/** The document of the stage's page, before it ended. */
let page: string;

interface Shown {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

async function ask<T = Shown>(method: string, path: string, data?: object, more: object = {}): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': MEDIA_TYPE, ...more };
  const body = data && JSON.stringify({ data });
  const response = await rawRequest(stage.url, { method, path, headers, ...(body && { body }) });
  expect(response.status, `${method} ${path}: ${response.text}`).toBeLessThan(400);
  return (response.text ? JSON.parse(response.text).data : undefined) as T;
}

const linked = (type: string, id: string) => ({ data: { type, id } });
const create = async (type: string, attributes: object, relationships: object = {}): Promise<string> =>
  (await ask('POST', `/${type}`, { type, attributes, relationships })).id;

/** Echoes what it gets, wherever a response has a place for it, and has no files. */
async function startServer(): Promise<Server> {
  const read = (name: string) => readFileSync(join(folder, 'certificates', name));
  const pair = { key: read('localhost-key.pem'), cert: read('localhost.pem') };
  const https = createServer(pair, async (request, response) => {
    const signature = String(request.headers['service-signature'] ?? '');
    if (signature) made.set(`signature ${made.size}`, signature.split('v1=')[1] ?? '');
    const echo = `${never.echoed} ${signature}`;
    const headers = { 'retry-after': echo, location: `https://localhost/?${echo}`, 'x-echo': echo };
    const secrets = `${signature} ${made.get('signing')} ${made.get('rotated')}`;
    response.writeHead(500, echo, headers).end(`${recorded.response} ${secrets} ${await text(request)}`);
  });
  await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve));
  return https;
}

function here(path: string): string {
  const address = server.address();
  return `https://localhost:${typeof address === 'object' && address ? address.port : 0}${path}`;
}

const signed = (name: string, secret: string) =>
  here(`/${name}?X-Amz-Credential=x&X-Amz-Signature=${secret}`);

/** Operators type passwords, pass them, and put them where they do not belong. */
async function operateWithSecrets(): Promise<void> {
  const admin = { 'admin-name': 'Ada', 'admin-email': email, 'admin-password': never.password };
  await operateWith(stage, 'create-organization', { name: 'Org', ...admin, preapproval: true });
  const organization = ['create-organization', '--name', 'Typed', '--admin-name', 'Eve'];
  const typed = { input: `${never.typedPassword}\n` };
  const lines = [
    [...organization, '--admin-email', 'eve@example.com', '--admin-password', '-'],
    [...organization, '--admin-email', email, '--admin-password', '-'],
    [...organization, '--admin-email', 'x', '--admin-password', '-'],
    [...organization, '--admin-password', never.typedPassword],
    ['find-user', email, `--admin-password=${never.typedPassword}`],
  ];
  for (const line of lines) {
    const { output, errors } = await operateOn(stage.awsUrl, line, typed);
    expect(output + errors).not.toContain(never.typedPassword);
  }
}

async function signInWithSecrets(): Promise<void> {
  token = await signIn(stage.url, { email, password: never.password });
  made.set('token', token).set('signature of the token', token.split('.')[2] ?? '');
  const post = (body: string, type = 'application/json') =>
    rawRequest(stage.url, { path: '/oauth/token', headers: { 'content-type': type }, body });
  const given = { email, password: never.wrongPassword, grant_type: 'password' };
  expect((await post(JSON.stringify(given))).status).toBe(422);
  await post(JSON.stringify({ ...given, email: 'nobody@example.com' }));
  await post(JSON.stringify({ ...given, password: [never.wrongPassword] }));
  await post(JSON.stringify({ ...given, grant_type: never.wrongPassword }));
  await post(`{"password":"${never.wrongPassword}`);
  await post(`password=${never.wrongPassword}`, 'application/x-www-form-urlencoded');
  const user = { name: 'Grace', email: 'grace@example.com', password: never.newPassword, role: 'label' };
  await create('users', user);
  await ask(
    'POST',
    '/artists',
    { type: 'artists', attributes: { name: 'Known artist' } },
    {
      'idempotency-key': never.key,
    },
  );
}

/** Sends secrets to every third of the routes in the places where clients put them by mistake. */
async function askEverywhere(): Promise<void> {
  const forged = `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(`{"sub":"${never.forgedToken}"}`).toString('base64url')}`;
  const headers = {
    cookie: `session=${never.header}`,
    'x-api-key': never.header,
    'if-match': never.header,
    'idempotency-key': never.key,
  };
  const body = JSON.stringify({
    data: { type: 'x', [never.unknownMember]: 1, attributes: never.unknownMember },
  });
  for (const { method, path: declared, access } of everyThird(routesOf(api))) {
    const path = declared.replace('{id}', '1');
    const type = access === 'public' ? 'application/json' : MEDIA_TYPE;
    const send = (authorization: string, sent: string | undefined = body) =>
      rawRequest(stage.url, {
        method,
        path: `${path}?token=${never.query}&filter[x]=${never.query}&${never.query}=1`,
        headers: { ...headers, authorization, 'content-type': type },
        ...(method !== 'GET' && { body: sent }),
      });
    await send(`Basic ${Buffer.from(`ada:${never.basic}`).toString('base64')}`);
    await send(`Bearer ${forged}.${never.forgedToken}`);
    await send(`Bearer ${never.forgedToken} ${never.forgedToken}`);
    if (path.startsWith('/auth/logout')) continue;
    await send(`Bearer ${token}`);
    await send(`Bearer ${token}`, `{"data":"${never.malformed}`);
  }
}

/** Invokes each function with what it cannot read. */
async function invokeEverything(): Promise<void> {
  const client = new LambdaClient(clientOptions(stage));
  const secret = never.invoked;
  const body = JSON.stringify({ kind: secret, id: { secret }, detail: secret, source: secret });
  const events = [
    { command: { secret }, actor: secret },
    { Records: [{ messageId: '1', body: secret, receiptHandle: secret }] },
    { Records: [{ messageId: '1', body, attributes: { SenderId: secret } }] },
    {
      Records: [{ dynamodb: { SequenceNumber: '1', NewImage: { pk: { S: 'x' }, cause: { S: secret } } } }],
    },
    { requestContext: { http: {} }, rawPath: '/', headers: { authorization: secret } },
    secret,
  ];
  for (const name of readdirSync(join(import.meta.dirname, '../../functions'))) {
    const FunctionName = `music-distribution-local-${name}`;
    for (const event of events)
      await client.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }));
  }
  client.destroy();
}

/** An endpoint that echoes signatures, and its secret after a rotation. */
async function sendWebhooks(): Promise<void> {
  const attributes = { url: signed('hook', recorded.hookAddress), events: ['album.status_changed'] };
  const endpoint = await ask('POST', '/webhook-endpoints', { type: 'webhook-endpoints', attributes });
  made.set('signing', String(endpoint.attributes['signing-secret']));
  await ask('POST', `/webhook-endpoints/${endpoint.id}/test`);
  const rotated = await ask('POST', `/webhook-endpoints/${endpoint.id}/rotate-secret`);
  made.set('rotated', String(rotated.attributes['signing-secret']));
  await ask('POST', `/webhook-endpoints/${endpoint.id}/test`);
  expect(made.get('rotated')).toMatch(/^whsec_/);
}

/** A release whose files have signed addresses, which no server gives. */
async function distribute(): Promise<void> {
  const classified = { 'primary-genre': linked('genres', '1'), language: linked('languages', '118') };
  const label = await create('labels', { name: 'Records' });
  const artist = await create('artists', { name: 'Artist' });
  const rights = { 'is-explicit': false, 'rights-owner-year': 2026, 'rights-owner-name': 'Records' };
  const artwork = signed('cover.jpg', recorded.artworkAddress);
  const album = await create(
    'albums',
    { ...rights, title: 'Known album', release_date: '2027-01-01', artwork, 'upc-code': newUpc() },
    { label: linked('labels', label), ...classified },
  );
  const main = { artist: linked('artists', artist), 'artist-role': linked('artist-roles', '1') };
  await create('album-artists', {}, { album: linked('albums', album), ...main });
  const audio = signed('song.wav', recorded.audioAddress);
  const song = { ...trackAttributes, 'full-audiofile-url': audio };
  const track = await create('tracks', song, {
    albums: { data: [linked('albums', album).data] },
    ...classified,
  });
  await create('track-artists', {}, { track: linked('tracks', track), ...main });
  const master = { 'asset-type': 'dolby_atmos', url: signed('master.wav', recorded.masterAddress) };
  await create('track-assets', master, { track: linked('tracks', track) });
  await operateWith(stage, 'set-store', { 'dsp-id': '9', behavior: 'package' });
  await create('album-dsps', {}, { album: linked('albums', album), dsp: linked('dsps', '9') });
  const request = await create(
    'distribution-requests',
    { 'request-type': 'delivery' },
    { album: linked('albums', album) },
  );
  await ask('POST', `/distribution-requests/${request}/preapprove`);
  // The stage first attempts to read the cover several times.
  await vi.waitFor(() => operateWith(stage, 'approve-request', { id: request }), 60_000);
}

/** A report with a link, which is followed with and without faults. */
async function downloadReport(): Promise<void> {
  const attributes = { 'dsp-id': 1, date: '2026-11-01' };
  const { id } = await ask('POST', '/analytics-reports', { type: 'analytics-reports', attributes });
  const link = async () => (await ask('GET', `/analytics-reports/${id}`)).attributes['download-url'];
  const address = new URL(await vi.waitFor(async () => v.parse(v.string(), await link()), 15_000));
  made.set('token of the link', address.searchParams.get('token') ?? '');
  const { status, headers } = await rawRequest(stage.url, { path: address.pathname + address.search });
  expect(status).toBe(302);
  const target = new URL(String(headers['location']));
  made.set('signature of the file', target.searchParams.get('X-Amz-Signature') ?? '');
  await rawRequest(stage.url, { path: `${address.pathname.replace(id, '1')}${address.search}` });
  await rawRequest(target.href, { path: `${target.pathname}${target.search}` });
}

/** The events are given up, the delivery has failed, and the master is invalid. */
async function everythingIsAttempted(): Promise<void> {
  const all = async (path: string, name: string) =>
    (await ask<Shown[]>('GET', path)).map(({ attributes }) => attributes[name]);
  const attempted = JSON.stringify(await all('/webhook-events', 'deliveries'));
  expect(attempted).toContain('"status":"failed"');
  expect(attempted).not.toContain('"status":"pending"');
  const shown = JSON.stringify(
    (await ask<{ meta: object }[]>('GET', '/webhook-events')).map(({ meta }) => meta),
  );
  expect(shown).toContain(`"excerpt":"${recorded.response} t=`);
  expect(await all('/deliveries', 'status')).toEqual(['error']);
  expect(await all('/track-assets', 'validation-status')).toEqual(['invalid']);
}

const printed = (secret: string): boolean => contains(stage.said(), secret) || contains(page, secret);

beforeAll(async () => {
  const gaps = { WEBHOOK_RETRY_GAPS: '0.3', DELIVERY_RETRY_GAPS: '0.3', VALIDATION_RETRY_GAPS: '0.3' };
  const limits = { RATE_LIMIT_READS: '100000', RATE_LIMIT_WRITES: '100000', RATE_LIMIT_LOGINS: '10000' };
  stage = await launch({ DATA_DIR: folder, NO_DEMO: '1', SWEEP_SECONDS: '2', ...gaps, ...limits });
  server = await startServer();
  await operateWithSecrets();
  await signInWithSecrets();
  await sendWebhooks();
  await distribute();
  await downloadReport();
  await askEverywhere();
  await invokeEverything();
  await vi.waitFor(everythingIsAttempted, 20_000);
  page = (await rawRequest(stage.url, { path: '/_local/state' })).text;
  await stage.interrupt();
});
afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true });
});

describe('a stage', () => {
  it.each(Object.keys(never))('writes the secret %s nowhere', (name) => {
    const secret = never[name as keyof typeof never];
    expect(filesWith(folder, secret)).toEqual([]);
    expect(printed(secret)).toBe(false);
  });

  it('writes tokens, signatures and endpoint secrets nowhere', () => {
    expect(made.size).toBeGreaterThan(8);
    const found = Array.from(made, ([name, secret]) => [name, filesWith(folder, secret), printed(secret)]);
    expect(found.filter(([, files, isPrinted]) => isPrinted || String(files) !== '')).toEqual([]);
  });

  it.each(Object.entries(recorded))('keeps %s only in its records', (_, secret) => {
    expect(filesWith(folder, secret).filter((file) => !file.startsWith('table.sqlite'))).toEqual([]);
    expect(printed(secret)).toBe(false);
  });

  it('has written what the search would find', () => {
    expect(filesWith(folder, 'Known album')).toContain('table.sqlite');
    const logs = filesWith(folder, '"level":"ERROR"').toSorted();
    expect(logs).toContain('logs/music-distribution-local-match-tracks.log');
    expect(printed('Function logs')).toBe(true);
  });
});
