/** Whom the server of the console admits, and how it runs commands. */
import { describe, expect, it } from 'vitest';
import { commands } from '../../../shared/service/commands/list.ts';
import {
  enter,
  entered,
  newConsole,
  type Sent,
  send,
  sendAsPage,
  stage,
  useConsole,
} from '../../support/console.ts';

useConsole();

const run = async (command: string, args: object = {}) => {
  const body = JSON.stringify({ command, arguments: args });
  const response = await sendAsPage({ path: '/run', method: 'POST', body });
  return String(response.body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
};

describe('the console', () => {
  it('admits the first page with its token, and gives it keys but no cookie', async () => {
    const fresh = await newConsole();
    const headers = { origin: `http://127.0.0.1:${fresh.port}` };
    const session = { path: '/session', method: 'POST', headers, body: fresh.token, to: fresh.port };
    const first = await send(session);
    expect([first.status, first.headers['set-cookie']]).toEqual([200, undefined]);
    const { key, fileKey } = JSON.parse(String(first.body));
    expect([key, fileKey]).toEqual([
      expect.stringMatching(/^[\w-]{43}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
    const again = await send(session);
    expect([again.status, String(again.body)]).toEqual([403, expect.stringContaining('was already used')]);
  });

  it('admits no browser with a token older than five minutes', async () => {
    let now = 0;
    const fresh = await newConsole(undefined, () => now);
    now = 5 * 60_000 + 1;
    expect(await enter(fresh)).toBeUndefined();
    now = 5 * 60_000;
    expect(await enter(fresh)).toBeDefined();
  });

  it('serves the files of the page to everyone, because they have no secrets', async () => {
    const { status, headers } = await send({ path: '/' });
    expect([status, headers['set-cookie']]).toEqual([200, undefined]);
    expect((await send({ path: '/assets/a.js' })).status).toBe(200);
  });

  it('admits its page by a header, and what the browser loads by an address', async () => {
    expect((await sendAsPage({ path: '/commands' })).status).toBe(200);
    stage.respond = () => ({ result: { from: 0, size: 2, content: 'AAA=' } });
    const { fileKey } = entered;
    expect((await send({ path: `/by/${fileKey}/files/audio/1` })).status).toBe(200);
  });
});

describe('the console', () => {
  const withKey = (key: string) => ({ 'console-key': key });

  it.each<[string, () => Sent]>([
    ['a command without a key', () => ({ path: '/commands' })],
    ['a file without a key', () => ({ path: '/files/audio/1' })],
    ['a wrong key', () => ({ path: '/commands', headers: withKey(entered.key.replace(/^./, '!')) })],
    ['a wrong key of files', () => ({ path: '/by/wrong/files/audio/1' })],
    ['the key of files for commands', () => ({ path: `/by/${entered.fileKey}/commands` })],
    ['the key of files in the header', () => ({ path: '/commands', headers: withKey(entered.fileKey) })],
    ['the key of commands in an address', () => ({ path: `/by/${entered.key}/files/audio/1` })],
    [
      'the key as a cookie, which other ports would get',
      () => ({ path: '/commands', headers: { cookie: `console-key=${entered.key}` } }),
    ],
    ['the token in place of a key', () => ({ path: '/commands', headers: withKey(entered.token) })],
    [
      'a wrong token',
      () => ({
        path: '/session',
        method: 'POST',
        body: 'wrong',
        headers: { origin: `http://127.0.0.1:${entered.port}` },
      }),
    ],
    [
      'a long token',
      () => ({
        path: '/session',
        method: 'POST',
        body: 'x'.repeat(100_000),
        headers: { origin: `http://127.0.0.1:${entered.port}` },
      }),
    ],
  ])('rejects %s', async (_, sent) => {
    expect((await send(sent())).status).toBe(403);
    expect(stage.asked).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['the page of another site', { origin: 'https://attacker.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['a request that another site starts', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['a request that another port of this machine starts', { 'sec-fetch-site': 'same-site' }],
  ])('rejects %s, even with the key', async (_, headers) => {
    for (const path of ['/commands', '/files/audio/1'])
      expect((await sendAsPage({ path, headers })).status).toBe(403);
    const body = JSON.stringify({ command: 'status', arguments: {} });
    expect((await sendAsPage({ path: '/run', method: 'POST', body, headers })).status).toBe(403);
    expect(stage.asked).toEqual([]);
  });

  it.each(['attacker.example', '127.0.0.1:1'])(
    'rejects the host %s, to which another name may have been rebound',
    async (host) => {
      for (const path of ['/', '/commands'])
        expect((await send({ path, headers: { ...withKey(entered.key), host } })).status).toBe(403);
      const session = { path: '/session', method: 'POST', body: entered.token };
      expect((await send({ ...session, headers: { host, origin: `http://${host}` } })).status).toBe(403);
    },
  );

  it('rejects a command without an origin', async () => {
    const body = JSON.stringify({ command: 'status', arguments: {} });
    const headers = withKey(entered.key);
    expect((await send({ path: '/run', method: 'POST', body, headers })).status).toBe(403);
    expect(stage.asked).toEqual([]);
  });

  it.each(['*', 'http://[', 'http://attacker.example/commands'])('rejects the address %s', async (path) => {
    expect((await sendAsPage({ path })).status).toBe(400);
  });

  it('rejects unknown paths and methods', async () => {
    expect((await sendAsPage({ path: '/../package.json' })).status).toBe(404);
    expect((await sendAsPage({ path: '/none.js' })).status).toBe(404);
    const response = await sendAsPage({ path: '/run' });
    expect([response.status, response.headers.allow]).toEqual([404, undefined]);
    expect((await sendAsPage({ path: '/commands', method: 'DELETE' })).status).toBe(405);
  });
});

it('the console forbids embedding and loads nothing from elsewhere', async () => {
  const { headers } = await sendAsPage({ path: '/' });
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(headers).toMatchObject({
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-type': 'text/html; charset=utf-8',
  });
});

it('the console has a form for every command, without options that the command line fills in', async () => {
  const { body } = await sendAsPage({ path: '/commands' });
  const shown = JSON.parse(String(body));
  expect(shown).toMatchObject({ stage: 'local', runsOnMachine: true });
  expect(shown.commands.map(({ name }: { name: string }) => name)).toEqual(commands.map(({ name }) => name));
  const importing = shown.commands.find(({ name }: { name: string }) => name === 'import-usage');
  expect(importing.arguments.map(({ name }: { name: string }) => name)).toEqual([
    ...['file', 'as', 'layout', 'set', 'check', 'rematch'],
  ]);
});

describe('a command of the console', () => {
  it('is run by the function of the stage, as from the command line', async () => {
    stage.respond = () => ({ result: { items: [], after: null } });
    expect(await run('list-reviews', { state: 'held' })).toEqual([
      { outcome: { result: { items: [], after: null } } },
    ]);
    expect(stage.asked).toEqual([
      { command: 'list-reviews', arguments: { state: 'held' }, actor: expect.stringMatching(/./) },
    ]);
  });

  it('is not sent with invalid arguments', async () => {
    const [{ outcome }] = await run('reject-request', { id: 'x' });
    expect(outcome.problems).toEqual([
      { code: 'invalid_value', detail: '<id> must be an id.' },
      { code: 'invalid_value', detail: '--reason is required.' },
    ]);
    expect(stage.asked).toEqual([]);
  });

  it('shows why the stage rejected it', async () => {
    const problems = [{ code: 'unknown_record', detail: 'There is no album 7.' }];
    stage.respond = () => ({ problems });
    expect((await run('show-release', { id: '7' }))[0].outcome.problems).toEqual(problems);
  });

  it.each<[string, string, string]>([
    ['is not JSON', '{"command"', 'The request must be JSON with a command and its arguments.'],
    ['names no command', '{"arguments":{}}', 'The request must be JSON with a command and its arguments.'],
    ['is too large', ' '.repeat(2_000_000), 'The arguments of the command are too large.'],
  ])('is rejected if its request %s, also without its length', async (_, body, detail) => {
    const headers = { 'transfer-encoding': 'chunked' };
    const response = await sendAsPage({ path: '/run', method: 'POST', headers, body });
    expect([response.status, JSON.parse(String(response.body))]).toEqual([
      422,
      { problems: [{ code: 'invalid_value', detail }] },
    ]);
    expect(stage.asked).toEqual([]);
  });

  it('reports a failure of the console', async () => {
    const broken = await newConsole(() => Promise.reject(new Error('The disk is full.')));
    const headers = {
      'console-key': String((await enter(broken))?.key),
      origin: `http://127.0.0.1:${broken.port}`,
    };
    const sent = { path: '/run', method: 'POST', headers, to: broken.port };
    const { body } = await send({ ...sent, body: '{"command":"status","arguments":{}}' });
    const problems = [{ code: 'console_failed', detail: 'The console failed. Error: The disk is full.' }];
    expect(JSON.parse(String(body))).toEqual({ outcome: { problems, notes: [] } });
  });

  it('is sent to a newer stage even if the console does not know it', async () => {
    stage.respond = () => ({ result: { done: true } });
    expect(await run('new-command', { any: '1' })).toEqual([{ outcome: { result: { done: true } } }]);
  });
});
