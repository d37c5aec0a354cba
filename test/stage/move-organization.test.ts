/** The demo organization moves from one local stage to another, with the operator's command line. */
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { statementGroups } from '../../shared/royalties/statement-groups.ts';
import { api } from '../../shared/service/api.ts';
import { operateOn, type Ran } from '../support/command-line.ts';
import { launch } from '../support/launch.ts';
import { signIn } from '../support/sign-in.ts';
import { copyDemoData, emptyStage, operateWith, type SharedStage } from './shared-stage.ts';

interface SignedInStage {
  readonly stage: Pick<SharedStage, 'url' | 'awsUrl'>;
  readonly token: string;
}

const found = v.object({ organization: v.string(), id: v.string() });
const listed = v.object({ items: v.array(v.object({ report: v.nullable(v.string()) })) });
const resultOf = ({ output, errors }: Ran) => JSON.parse(output || errors);

/** In hooks, where `expect.poll` cannot be used. */
const PATIENCE = { timeout: 60_000, interval: 200 };

describe('a moved organization', () => {
  const folder = mkdtempSync(join(tmpdir(), 'move-'));
  const backup = join(folder, 'backup');
  const passphrase = join(folder, 'passphrase');
  let source: SignedInStage;
  let target: SignedInStage;
  let organization: string;
  let end: (() => Promise<void>) | undefined;
  const importing = (file = passphrase) => [
    'import-organization',
    ...['--from', backup, '--passphrase-file', file, '--json'],
  ];

  async function get({ stage: { url }, token }: SignedInStage, path: string) {
    const response = await vi.waitFor(async () => {
      const one = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
      // On a busy machine, a request can run out of time.
      expect(one.status).not.toBe(503);
      return one;
    }, PATIENCE);
    const text = await response.text();
    // Addresses of downloads are signed by their stage.
    const body = text
      .replaceAll(url, '')
      .replaceAll(/token=[^"]*/g, 'token')
      // Each stage analyzes the tracks and reads the covers itself.
      .replaceAll(/"(audio|artwork)":(null|\{[^}]*\})/g, '"$1":null');
    // The tag begins with the version, which also counts analyses of audio, and what tracks are found to lack.
    const isCounted = path.startsWith('/tracks/') || path.startsWith('/album-tracks/');
    const version = isCounted ? null : response.headers.get('etag')?.split('-')[0];
    return { path, status: response.status, version, body };
  }

  async function post(path: string, attributes: object) {
    const response = await fetch(`${source.stage.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${source.token}`, 'content-type': 'application/vnd.api+json' },
      body: JSON.stringify({ data: { type: path.slice(1), attributes } }),
    });
    expect(response.ok).toBe(true);
  }

  /** @returns the only report, with the address of its file. */
  async function report({ stage: { url }, token }: SignedInStage) {
    const response = await fetch(`${url}/analytics-reports`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const [{ attributes }] = JSON.parse(await response.text()).data;
    return attributes as { readonly status: string; readonly 'download-url': string };
  }

  const fileOf = async (place: SignedInStage) =>
    Buffer.from(await (await fetch((await report(place))['download-url'])).arrayBuffer());

  /** @returns the addresses of all lists of the owner, and of all records. */
  async function allPaths(place: SignedInStage): Promise<string[]> {
    const lists = api.resources
      .filter(({ operations, owner }) => operations.includes('list') && owner !== 'platform')
      .map(({ type }) => `/${type}`);
    const pages = await Promise.all(lists.map((path) => get(place, path)));
    const data = pages.flatMap(({ body }) => JSON.parse(body).data as { type: string; id: string }[]);
    const records = data.map(({ type, id }) => `/${type}/${id}`);
    const trends = data
      .filter(({ type }) => ['tracks', 'albums', 'artists'].includes(type))
      .map(({ type, id }) => `/${type}/${id}/trends?filter[date-from]=2020-01-01&page[size]=100`);
    // On a busy machine, several months by two take more than one request.
    const month = '&filter[period-from]=2026-10&filter[period-to]=2026-10';
    const statements = statementGroups.map(
      (group) => `/royalties/statements?group=${group}&page[size]=100${group.includes(',') ? month : ''}`,
    );
    const royalties = ['/royalties/summary', '/royalties/payments', ...statements];
    return [...lists, ...records, ...trends, ...royalties, '/auth/me'];
  }

  beforeAll(async () => {
    // Other tests change the stage with the demo that they share.
    await copyDemoData(join(folder, 'data'));
    const demo = await launch({ DATA_DIR: join(folder, 'data') });
    end = demo.kill;
    source = { stage: demo, token: await signIn(demo.url) };
    const user = v.parse(found, await operateWith(demo, 'find-user', { user: 'admin@demo.example' }));
    organization = user.organization;
    const reports = async () => {
      const { items } = v.parse(listed, await operateWith(demo, 'list-deliveries', {}));
      return new Set(items.map(({ report }) => report));
    };
    await vi.waitFor(async () => expect(await reports()).toEqual(new Set(['completed'])), PATIENCE);
    await post('/analytics-reports', { 'dsp-id': 1, date: '2026-11-01' });
    await vi.waitFor(async () => expect((await report(source)).status).toBe('completed'), PATIENCE);
    await post('/webhook-endpoints', { url: 'https://127.0.0.1:9/hook', events: ['album.status_changed'] });
    writeFileSync(passphrase, 'seven wrong horses\n');
  });
  afterAll(async () => {
    await end?.();
    rmSync(folder, { recursive: true });
  });

  it('is exported without secrets to files that only their owner can read', async () => {
    const line = ['export-organization', organization, '--to', backup, '--passphrase-file', passphrase];
    const exported = await operateOn(source.stage.awsUrl, [...line, '--json']);
    expect(exported).toMatchObject({ code: 0, errors: '' });
    expect(resultOf(exported)).toMatchObject({ secrets: 'encrypted', reports: 1, 'reports-without-file': 0 });
    for (const name of readdirSync(backup, { recursive: true, encoding: 'utf8' }))
      expect(statSync(join(backup, name)).mode & 0o077).toBe(0);
    expect(readFileSync(join(backup, 'users.jsonl'), 'utf8')).not.toContain('scrypt');
    expect(await operateOn(source.stage.awsUrl, line)).toMatchObject({
      code: 2,
      errors: expect.stringContaining('is not empty'),
    });
  });

  it('is the same on another stage after its import', async () => {
    const paths = await allPaths(source);
    expect(paths.length).toBeGreaterThan(50);
    const stage = await emptyStage();
    const checked = await operateOn(stage.awsUrl, [...importing(), '--check']);
    expect(checked).toMatchObject({ code: 0, errors: '' });
    const imported = await operateOn(stage.awsUrl, importing());
    expect(imported).toMatchObject({ code: 0, errors: '' });
    // The check has written nothing.
    expect(resultOf(imported).files).toEqual(resultOf(checked).files);
    const token = await signIn(stage.url, { email: 'admin@demo.example', password: 'Demo-Password-1' });
    target = { stage, token };
    for (const path of paths) expect(await get(target, path)).toEqual(await get(source, path));
    const file = await fileOf(target);
    expect(file.length).toBeGreaterThan(20);
    expect(file).toEqual(await fileOf(source));
  });

  it('is not duplicated by a second import', async () => {
    const before = await get(target, '/albums');
    const again = await operateOn(target.stage.awsUrl, importing());
    expect(again).toMatchObject({ code: 0, errors: '' });
    for (const { file, ...counts } of resultOf(again).files)
      expect({ file, ...counts }).toEqual({ file, new: 0, there: expect.any(Number), differ: 0 });
    expect(await get(target, '/albums')).toEqual(before);
  });

  it('is rejected before any write with a wrong passphrase or a changed file', async () => {
    const other = join(folder, 'other');
    writeFileSync(other, 'seven right horses');
    const { awsUrl } = target.stage;
    expect(await operateOn(awsUrl, importing(other))).toMatchObject({
      code: 2,
      errors: expect.stringContaining('is not that of the export'),
    });
    appendFileSync(join(backup, 'labels.jsonl'), '{"id":"7"}\n');
    expect(await operateOn(awsUrl, importing())).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/labels\.jsonl: The file is missing or has changed.*labels\.jsonl:3: /s),
    });
  });

  it('is compared with its changed copy, naming each record that differs', async () => {
    const { stage, token } = target;
    const export2 = join(folder, 'later');
    const to = ['export-organization', organization, '--to', export2, '--json'];
    expect(await operateOn(source.stage.awsUrl, to)).toMatchObject({ code: 0 });
    const { data } = JSON.parse((await get(target, '/labels')).body);
    const { id } = data[0];
    const changed = await fetch(`${stage.url}/labels/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
      body: JSON.stringify({ data: { type: 'labels', id, attributes: { description: 'Changed there' } } }),
    });
    expect(changed.status).toBe(200);
    const check = ['import-organization', '--from', export2, '--check', '--json'];
    const { differing } = Object(resultOf(await operateOn(stage.awsUrl, check)));
    expect(differing).toEqual([expect.stringMatching(new RegExp(`^labels\\.jsonl:\\d+ \\(${id}\\)$`))]);
  });

  it('gets back the values of the export, as the check announced', async () => {
    const { stage } = target;
    const from = ['import-organization', '--from', join(folder, 'later'), '--replace', 'labels', '--json'];
    const told = Object(resultOf(await operateOn(stage.awsUrl, [...from, '--check'])));
    expect(told).toMatchObject({ 'to-replace': 1, seen: expect.stringMatching(/^[0-9a-f]{12}$/) });
    expect(told.changes).toEqual([expect.stringMatching(/^labels\.jsonl:\d+ \(\d+\): description$/)]);
    const description = async () => (await get(target, '/labels')).body;
    for (const seen of [[], ['--seen', 'other']])
      expect(await operateOn(stage.awsUrl, [...from, ...seen])).toMatchObject({ code: 2 });
    expect(await description()).toContain('Changed there');
    const replaced = resultOf(await operateOn(stage.awsUrl, [...from, '--seen', told.seen]));
    expect(replaced).toMatchObject({ replaced: 1, changes: told.changes });
    expect(await description()).not.toContain('Changed there');
  });

  it('continues on the new stage', async () => {
    const { stage, token } = target;
    const pending = '/distribution-requests?filter[status]=pending';
    const [request] = JSON.parse((await get(target, pending)).body).data;
    await operateWith(stage, 'approve-request', { id: request.id });
    const deliveries = `/distribution-requests/${request.id}/deliveries`;
    const statuses = async () => {
      const { data } = JSON.parse((await get(target, deliveries)).body);
      return new Set(data.map((each: { attributes: { status: string } }) => each.attributes.status));
    };
    await expect.poll(statuses, { interval: 200 }).toEqual(new Set(['sent']));
    const created = await fetch(`${stage.url}/labels`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
      body: JSON.stringify({ data: { type: 'labels', attributes: { name: 'After the Move' } } }),
    });
    expect(created.status).toBe(201);
    expect((await get(target, '/labels')).body).toContain('After the Move');
  });
});
