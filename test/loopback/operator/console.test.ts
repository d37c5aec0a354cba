/** The server of the console, over HTTP, before a stage that a test plays. */
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { admission } from '../../../infra/operator/console/admission.ts';
import { consoleListener } from '../../../infra/operator/console/listener.ts';
import type { Reached } from '../../../infra/operator/console/runs.ts';
import { operate } from '../../../infra/operator/invoke.ts';
import { commands } from '../../../shared/service/commands/list.ts';

/** What the stage's function responds. */
type Respond = (event: { command: string; arguments: Record<string, unknown> }) => object;

const song = Buffer.alloc(9_000_000, 'RIFF....WAVEfmt ');
song.write('RIFF\u0000\u0000\u0000\u0000WAVEfmt ', 0, 'latin1');
const servers: Server[] = [];
let respond: Respond = () => ({ result: {} });
let asked: { command: string; arguments: Record<string, unknown>; actor: string }[] = [];
let port = 0;
let token = '';
let cookie = '';

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

interface Sent {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly to?: number;
}

const send = ({ path, method = 'GET', headers = {}, body, to = port }: Sent) =>
  new Promise<Received>((resolve, reject) => {
    const sent = request({ port: to, host: '127.0.0.1', path, method, headers, agent: false }, (response) => {
      buffer(response).then(
        (content) => resolve({ status: response.statusCode, headers: response.headers, body: content }),
        reject,
      );
    });
    sent.on('error', reject).end(body);
  });

/** As the page sends it. */
const own = (sent: Sent) =>
  send({ ...sent, headers: { cookie, origin: `http://127.0.0.1:${port}`, ...sent.headers } });

const run = async (command: string, args: object = {}) => {
  const body = JSON.stringify({ command, arguments: args });
  const response = await own({ path: '/run', method: 'POST', body });
  return String(response.body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
};

/** @returns a console whose token is not used yet. */
async function newConsole(awsPort: number, run: Reached['run'] = operate) {
  const { token: own, admit } = admission();
  const page = new Map([
    ['index.html', '<!doctype html>'],
    ['assets/a.js', 'export {};'],
  ]);
  const environment = { AWS_ENDPOINT_URL: `http://127.0.0.1:${awsPort}` };
  const reached = { stage: 'local', environment, run, runsOnMachine: true };
  const listener = consoleListener({ ...reached, admit, base: '', page: async () => page });
  return { token: own, port: await listening(createServer(listener)) };
}

let awsPort = 0;
beforeAll(async () => {
  awsPort = await listening(
    createServer(async (incoming, response) => {
      const event = JSON.parse(await text(incoming));
      asked.push(event);
      response.end(JSON.stringify(respond(event)));
    }),
  );
  ({ token, port } = await newConsole(awsPort));
  const entered = await send({ path: `/?token=${token}` });
  cookie = String(entered.headers['set-cookie']?.[0]).split(';')[0] ?? '';
});
beforeEach(() => {
  asked = [];
  respond = () => ({ result: {} });
});
afterAll(() => {
  for (const server of servers) server.close();
});

describe('the console admits', () => {
  it('the first browser with its token, and gives it a strict cookie', async () => {
    const fresh = await newConsole(awsPort);
    const entered = await send({ path: `/?token=${fresh.token}`, to: fresh.port });
    expect({ status: entered.status, location: entered.headers.location }).toEqual({
      status: 303,
      location: '/',
    });
    expect(entered.headers['set-cookie']).toEqual([
      expect.stringMatching(
        new RegExp(`^console-${fresh.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
      ),
    ]);
    const again = await send({ path: `/?token=${fresh.token}`, to: fresh.port });
    expect({ status: again.status, cookie: again.headers['set-cookie'] }).toEqual({
      status: 403,
      cookie: undefined,
    });
  });

  it('its own browser again, also with the used address', async () => {
    expect((await send({ path: '/', headers: { cookie } })).status).toBe(200);
    expect((await send({ path: `/?token=${token}`, headers: { cookie } })).status).toBe(303);
  });
});

describe('the console rejects', () => {
  it.each<[string, Sent]>([
    ['a request without a token or a cookie', { path: '/' }],
    ['a wrong token', { path: '/?token=wrong' }],
    ['the cookie of another console', { path: '/commands', headers: { cookie: 'console-1=x' } }],
  ])('%s', async (_, sent) => {
    const { status, body } = await send(sent);
    expect(status).toBe(403);
    expect(String(body)).not.toContain('doctype');
  });

  it.each<[string, Record<string, string>]>([
    ['the page of another site', { origin: 'https://attacker.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['a request that another site starts', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['a request that another port of this machine starts', { 'sec-fetch-site': 'same-site' }],
  ])('%s, even with the cookie', async (_, headers) => {
    for (const path of ['/commands', '/files/audio/1'])
      expect((await own({ path, headers })).status).toBe(403);
    const body = JSON.stringify({ command: 'status', arguments: {} });
    expect((await own({ path: '/run', method: 'POST', body, headers })).status).toBe(403);
    expect(asked).toEqual([]);
  });

  it('a wrong cookie', async () => {
    const wrong = `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`;
    expect((await send({ path: '/commands', headers: { cookie: wrong } })).status).toBe(403);
  });

  it.each(['attacker.example', '127.0.0.1:1'])(
    'the host %s, to which another name may have been rebound',
    async (host) => {
      expect((await send({ path: '/commands', headers: { cookie, host } })).status).toBe(403);
      expect((await send({ path: `/?token=${token}`, headers: { host } })).status).toBe(403);
    },
  );

  it('a command that does not say where it comes from', async () => {
    const body = JSON.stringify({ command: 'status', arguments: {} });
    expect((await send({ path: '/run', method: 'POST', body, headers: { cookie } })).status).toBe(403);
    expect(asked).toEqual([]);
  });

  it.each(['*', 'http://[', 'http://attacker.example/commands'])('the address %s', async (path) => {
    expect((await own({ path })).status).toBe(400);
  });

  it('unknown paths and methods', async () => {
    expect((await own({ path: '/../package.json' })).status).toBe(404);
    expect((await own({ path: '/none.js' })).status).toBe(404);
    const response = await own({ path: '/run' });
    expect([response.status, response.headers.allow]).toEqual([404, undefined]);
    expect((await own({ path: '/commands', method: 'DELETE' })).status).toBe(405);
  });
});

it('the console lets nothing embed its page, and loads nothing from elsewhere', async () => {
  const { headers } = await own({ path: '/' });
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

it('the console has a form for every command, without what the command line fills in', async () => {
  const { body } = await own({ path: '/commands' });
  const shown = JSON.parse(String(body));
  expect(shown).toMatchObject({ stage: 'local', runsOnMachine: true });
  expect(shown.commands.map(({ name }: { name: string }) => name)).toEqual(commands.map(({ name }) => name));
  const importing = shown.commands.find(({ name }: { name: string }) => name === 'import-usage');
  expect(importing.arguments.map(({ name }: { name: string }) => name)).toEqual(['file', 'as', 'rematch']);
});

describe('a command of the console', () => {
  it('is run by the function of the stage, as the command line runs it', async () => {
    respond = () => ({ result: { items: [], after: null } });
    expect(await run('list-reviews', { state: 'held' })).toEqual([
      { outcome: { result: { items: [], after: null } } },
    ]);
    expect(asked).toEqual([
      { command: 'list-reviews', arguments: { state: 'held' }, actor: expect.stringMatching(/./) },
    ]);
  });

  it('is not sent with invalid arguments', async () => {
    const [{ outcome }] = await run('reject-request', { id: 'x' });
    expect(outcome.problems).toEqual([
      { code: 'invalid_value', detail: '<id> must be an id.' },
      { code: 'invalid_value', detail: '--reason is required.' },
    ]);
    expect(asked).toEqual([]);
  });

  it('shows why the stage rejected it', async () => {
    const problems = [{ code: 'unknown_record', detail: 'There is no album 7.' }];
    respond = () => ({ problems });
    expect((await run('show-release', { id: '7' }))[0].outcome.problems).toEqual(problems);
  });

  it.each<[string, string, string]>([
    ['is not JSON', '{"command"', 'The request must be JSON with a command and its arguments.'],
    ['names no command', '{"arguments":{}}', 'The request must be JSON with a command and its arguments.'],
    ['is too large', ' '.repeat(2_000_000), 'The arguments of the command are too large.'],
  ])('is rejected if its request %s, also without its length', async (_, body, detail) => {
    const headers = { 'transfer-encoding': 'chunked' };
    const response = await own({ path: '/run', method: 'POST', headers, body });
    expect([response.status, JSON.parse(String(response.body))]).toEqual([
      422,
      { problems: [{ code: 'invalid_value', detail }] },
    ]);
    expect(asked).toEqual([]);
  });

  it('says so when the console fails', async () => {
    const broken = await newConsole(awsPort, () => Promise.reject(new Error('The disk is full.')));
    const entered = await send({ path: `/?token=${broken.token}`, to: broken.port });
    const headers = {
      cookie: String(entered.headers['set-cookie']?.[0]).split(';')[0] ?? '',
      origin: `http://127.0.0.1:${broken.port}`,
    };
    const sent = { path: '/run', method: 'POST', headers, to: broken.port };
    const { body } = await send({ ...sent, body: '{"command":"status","arguments":{}}' });
    const problems = [{ code: 'console_failed', detail: 'The console failed. Error: The disk is full.' }];
    expect(JSON.parse(String(body))).toEqual({ outcome: { problems, notes: [] } });
  });

  it('is sent to a newer stage even if the console does not know it', async () => {
    respond = () => ({ result: { done: true } });
    expect(await run('new-command', { any: '1' })).toEqual([{ outcome: { result: { done: true } } }]);
  });
});

describe('the audio of a track', () => {
  const read: Respond = ({ arguments: { from, length } }) => {
    const part = song.subarray(Number(from), Number(from) + Number(length));
    return { result: { from, size: song.length, content: part.toString('base64') } };
  };

  it('is sent in one response, of parts that fit into responses of the function', async () => {
    respond = read;
    const { status, headers, body } = await own({ path: '/files/audio/7' });
    expect([status, headers['content-type'], headers['content-length']]).toEqual([
      200,
      'audio/wav',
      '9000000',
    ]);
    expect(body.equals(song)).toBe(true);
    expect(asked.map(({ arguments: { from } }) => from)).toEqual([0, 4_000_000, 8_000_000]);
  });

  it('is sent from where a browser asks for it', async () => {
    respond = read;
    const { status, headers, body } = await own({
      path: '/files/audio/7',
      headers: { range: 'bytes=5000000-5000009' },
    });
    expect([status, headers['content-range'], headers['content-type']]).toEqual([
      206,
      'bytes 5000000-5000009/9000000',
      'audio/wav',
    ]);
    expect(body.equals(song.subarray(5_000_000, 5_000_010))).toBe(true);
    const rest = await own({ path: '/files/audio/7', headers: { range: 'bytes=8999990-' } });
    expect([rest.status, rest.body.length]).toEqual([206, 10]);
    expect((await own({ path: '/files/audio/7', headers: { range: 'bytes=9000000-' } })).status).toBe(416);
  });

  it('is sent whole if its server does not say its size', async () => {
    respond = (event) => ({ result: { ...Object(read(event)).result, size: null } });
    for (const range of ['', 'bytes=0-1', 'bytes=5000000-']) {
      const { status, headers, body } = await own({ path: '/files/audio/7', headers: { range } });
      expect([range, status, headers['content-range']]).toEqual([range, 200, undefined]);
      expect(body.equals(song)).toBe(true);
    }
  });

  it('can be empty', async () => {
    respond = () => ({ result: { from: 0, size: 0, content: '' } });
    const whole = await own({ path: '/files/audio/7' });
    expect([whole.status, whole.headers['content-length']]).toEqual([200, '0']);
    const { status, headers } = await own({ path: '/files/audio/7', headers: { range: 'bytes=0-' } });
    expect([status, headers['content-range']]).toEqual([416, 'bytes */0']);
  });

  it('is sent whole for a range that ends before it begins', async () => {
    respond = read;
    const { status, body } = await own({ path: '/files/audio/7', headers: { range: 'bytes=9-3' } });
    expect([status, body.length]).toEqual([200, song.length]);
  });

  it.each<[string, (from: number) => object]>([
    ['has another size', (from) => (from === 0 ? {} : { size: song.length + 1 })],
    ['is shorter', (from) => (from === 0 ? {} : { content: '' })],
  ])('ends as a failure if the file %s after its first part', async (_, change) => {
    respond = (event) => ({
      result: { ...Object(read(event)).result, ...change(Number(event.arguments['from'])) },
    });
    await expect(own({ path: '/files/audio/7' })).rejects.toThrow('aborted');
  });

  it('is not read to its end once the browser has left', async () => {
    const content = song.toString('base64', 0, 4_000_000);
    respond = () => ({ result: { from: 0, size: 80_000_000, content } });
    const left = Promise.withResolvers<void>();
    const options = { port, host: '127.0.0.1', path: '/files/audio/7', headers: { cookie }, agent: false };
    const sent = request(options, (response) => {
      response.once('data', () => response.destroy()).once('close', left.resolve);
    });
    sent.end();
    await left.promise;
    for (let round = 0; round < 10; round++) await own({ path: '/commands' });
    expect(asked.length).toBeLessThan(20);
  });

  it('is not shown as a page, whatever its bytes are', async () => {
    const hostile = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    respond = () => ({ result: { from: 0, size: hostile.length, content: hostile.toString('base64') } });
    const { headers } = await own({ path: '/files/artwork/7' });
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('is missing with the reason of the stage', async () => {
    const problems = [
      { code: 'file_unreadable', detail: 'The server responded with status 404 instead of the file.' },
    ];
    respond = () => ({ problems });
    const { status, body } = await own({ path: '/files/audio/7' });
    expect([status, JSON.parse(String(body))]).toEqual([422, { problems }]);
  });
});

it('a report needs a plain file name', async () => {
  for (const name of ['', '../../etc/passwd', 'a/b.csv', 'x'.repeat(300)]) {
    const path = `/reports?name=${encodeURIComponent(name)}`;
    expect((await own({ path, method: 'POST', body: 'date' })).status).toBe(422);
  }
  expect(asked).toEqual([]);
});
