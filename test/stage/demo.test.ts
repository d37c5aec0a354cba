import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { demoAlbums } from '../../bin/local/demo/catalogue.ts';
import { seedDemo } from '../../bin/local/demo/seed.ts';
import type { Release } from '../../shared/catalogue/back-catalogue/release-form.ts';
import { creditRoleData } from '../../shared/reference/data/credit-roles.ts';
import { genreData } from '../../shared/reference/data/genres.ts';
import { languageData } from '../../shared/reference/data/languages.ts';
import { eventually, temporaryFolder } from '../support/hand-made.ts';
import { firstMiddleLast } from '../support/long-run.ts';
import { jumpingClock } from './jumping-clock.ts';

interface SeededRecord {
  readonly id: string;
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { data: { id: string } }>>;
}

/** Responses to the sign-in, one per request; the last one is repeated. */
let signIns: [status: number, headers?: Record<string, string>][] = [];
let made: SeededRecord[] = [];
/** Digests of the reports whose imports began, by name. */
let imports = new Map<string, string>();
/** The arguments of payments, as JSON. */
let payments = new Set<string>();
/** Requests that get a response before one fails. */
let failsAfter = Number.POSITIVE_INFINITY;

/** A fake of the API and the AWS endpoint with what the demo data uses. */
const api = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  if (pathname === '/oauth/token') {
    const [status, headers] = (signIns.length > 1 ? signIns.shift() : signIns[0]) ?? [500];
    response.writeHead(status, headers).end('{"access_token":"token"}');
    return;
  }
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => {
    failsAfter -= 1;
    if (failsAfter < 0) response.writeHead(500).end();
    else if (request.method === 'PUT') response.writeHead(200, { etag: '"stored"' }).end();
    else if (pathname.endsWith('/invocations'))
      response.end(JSON.stringify({ result: imported(JSON.parse(body).arguments) }));
    else if (pathname === '/auth/me') response.end('{"user":{"id":7}}');
    else if (request.method === 'GET')
      response.end(JSON.stringify({ data: listed(pathname.slice(1), searchParams) }));
    else if (pathname.endsWith('/preapprove'))
      response.end(JSON.stringify({ data: preapproved(pathname.split('/')[2] ?? '') }));
    else response.writeHead(201).end(JSON.stringify({ data: created(JSON.parse(body).data) }));
  });
});
await once(api.listen(0, '127.0.0.1'), 'listening');
afterAll(() => api.close());
const { port } = api.address() as AddressInfo;
beforeEach(() => {
  forget();
  failsAfter = Number.POSITIVE_INFINITY;
  signIns = [[200]];
});

function forget(): void {
  made = [];
  imports = new Map();
  payments = new Set();
}

function listed(type: string, parameters: URLSearchParams): unknown[] {
  const filters = Array.from(
    parameters,
    ([name, value]) => [name.slice('filter['.length, -1), value] as const,
  );
  return made.filter(
    (record) =>
      record.type === type && filters.every(([name, value]) => valuesIn(record, name).includes(value)),
  );
}

const valuesIn = ({ attributes, relationships }: SeededRecord, name: string): unknown[] => [
  attributes[name],
  relationships?.[name]?.data.id,
];

function created(data: Omit<SeededRecord, 'id'>): SeededRecord {
  const unique = { artists: 'name', albums: 'upc-code' }[data.type];
  const same = made.find(
    ({ type, attributes }) => unique && type === data.type && attributes[unique] === data.attributes[unique],
  );
  const status = data.type === 'distribution-requests' && { status: 'preapproved' };
  const attributes = { ...data.attributes, ...status };
  const record = same ?? { ...data, attributes, id: String(made.length + 1) };
  if (!same) made.push(record);
  return record;
}

function preapproved(id: string): SeededRecord | undefined {
  const index = made.findIndex((record) => record.id === id);
  const before = made[index];
  if (before) made[index] = { ...before, attributes: { ...before.attributes, status: 'pending' } };
  return made[index];
}

interface Report {
  readonly file: string;
  readonly sha256: string;
  readonly uploaded?: boolean;
}

/** Results of the operator's command before and after the upload. */
function imported({ file, sha256, uploaded }: Report): object {
  if (!uploaded) return { upload: { bucket: 'bucket', key: `usage/reports/${sha256}.csv` } };
  imports.set(file, sha256);
  const counts = { progress: 0, lines: 0, imported: 0, rejected: 0, unmatched: 0 };
  return {
    ...{ name: file, state: 'running', bucket: 'bucket' },
    ...counts,
    ...{ 'rejected-lines': 'rejected', 'unmatched-lines': 'unmatched' },
  };
}

const stageIn = (dataDirectory: string) => ({
  url: `http://127.0.0.1:${port}`,
  awsUrl: `http://127.0.0.1:${port}`,
  dataDirectory,
  invoke(_: string, invocation: unknown) {
    const { command, arguments: given } = invocation as { command: string; arguments: object };
    if (command === 'pay-royalties') payments.add(JSON.stringify(given));
    const { releases = [] } = given as { releases?: readonly Release[] };
    for (const { attributes } of releases) created({ type: 'albums', attributes });
    return Promise.resolve({ result: {} });
  },
});
const albums = () => made.filter(({ type }) => type === 'albums');

describe('the demo data', () => {
  test('are completed once the sign-in rate limit allows', async () => {
    const clock = jumpingClock();
    const stage = stageIn(temporaryFolder());
    signIns = [[429, { 'retry-after': '40' }], [200]];
    expect(await seedDemo(stage, { clock })).toBe(
      'The demo data is incomplete, and will be retried in 40 s: The demo sign-in failed with status 429.',
    );
    expect(made).toEqual([]);
    clock.jump(40_000);
    await eventually(() => existsSync(join(stage.dataDirectory, 'demo-data'))).toBe(true);
    expect(albums()).toHaveLength(3);
  });

  test('are created by the next start after a permanent sign-in failure', async () => {
    const stage = stageIn(temporaryFolder());
    signIns = [[422]];
    expect(await seedDemo(stage)).toContain(
      'the next start will try again: The demo sign-in failed with status 422.',
    );
    expect(existsSync(join(stage.dataDirectory, 'demo-data'))).toBe(false);
    signIns = [[200]];
    expect(await seedDemo(stage)).toBeUndefined();
    expect(albums()).toHaveLength(3);
  });

  test('are the same after a start interrupted after any request', async () => {
    expect(await seedDemo(stageIn(temporaryFolder()))).toBeUndefined();
    const whole = everything();
    expect(whole.payments).toHaveLength(1);
    expect(whole.imports.map(([name]) => name)).toEqual(['demo-stores.csv']);
    const steps = Array.from({ length: await countRequests() }, (_, count) => count);
    for (const count of firstMiddleLast(steps)) {
      forget();
      const stage = stageIn(temporaryFolder());
      failsAfter = count;
      expect(await seedDemo(stage), `after ${count}`).toMatch(
        /^The demo data is incomplete, and the next start will try again: .*(failed with status 500|is neither AWS nor a stage|was lost|rejected the command)/,
      );
      failsAfter = Number.POSITIVE_INFINITY;
      expect(await seedDemo(stage)).toBeUndefined();
      expect(everything(), `after ${count}`).toEqual(whole);
    }
  });

  test('have the same payments and imports if continued on another day', async () => {
    const clock = jumpingClock();
    const stage = stageIn(temporaryFolder());
    expect(await seedDemo(stage, { clock })).toBeUndefined();
    const whole = everything();
    rmSync(join(stage.dataDirectory, 'demo-data'));
    clock.jump(40 * 86_400_000);
    expect(await seedDemo(stage, { clock })).toBeUndefined();
    expect(everything()).toEqual(whole);
  });

  test('use only existing genres, languages and credit roles', () => {
    const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
    for (const { genreId, languageId, tracks } of demoAlbums) {
      expect(idsOf(genreData.rows())).toContain(genreId);
      expect(idsOf(languageData.rows())).toContain(languageId);
      const keys = creditRoleData.rows().map(({ key }) => key);
      for (const { role } of tracks.flatMap(({ credits }) => credits)) expect(keys).toContain(role);
    }
  });
});

/** The created records, without parts that depend on the order of ids. */
const everything = () => ({
  records: made.map(({ type, attributes }) => ({ type, attributes })),
  imports: [...imports],
  payments: [...payments],
});

/** @returns the number of requests for the demo data after the sign-in. */
async function countRequests(): Promise<number> {
  forget();
  const most = 10_000;
  failsAfter = most;
  await seedDemo(stageIn(temporaryFolder()));
  return most - failsAfter;
}
