/** Responds to the console's page: its files, the commands that it runs, and files of releases. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import type { Files } from '../../../infra/bundle/files.ts';
import { Rejection } from '../rejection.ts';
import { type Admit, type Enter, type Part, protection } from './admission.ts';
import { shownCommands } from './declared-commands.ts';
import { sendFile } from './release-files.ts';
import { receiveReport, sendOmittedLines } from './reports.ts';
import { type Reached, runForPage } from './runs.ts';

export interface Console extends Reached {
  readonly admit: Admit;
  /** Undefined if the page needs no keys. */
  readonly enter?: Enter;
  /** Before the paths of the page, without a slash at its end. */
  readonly base: string;
  /** The built page. */
  readonly page: () => Promise<Files>;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  /** The path below the console's base. */
  readonly path: string;
}

type Respond = (exchange: Exchange, console: Console) => Promise<void> | void;

interface ConsoleRoute {
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  readonly part: Part;
  readonly respond: Respond;
}

const routes: readonly ConsoleRoute[] = [
  { method: 'POST', path: /^\/session$/, part: 'entry', respond: enter },
  { method: 'GET', path: /^\/commands$/, part: 'command', respond: sendCommands },
  {
    method: 'POST',
    path: /^\/run$/,
    part: 'command',
    respond: (exchange, console) => runForPage(exchange, console),
  },
  { method: 'GET', path: /^\/files\/(artwork|audio)\/\d{1,16}$/, part: 'file', respond: sendReleaseFile },
  {
    method: 'POST',
    path: /^\/reports$/,
    part: 'command',
    respond: (exchange, console) => receiveReport(exchange, console),
  },
  { method: 'GET', path: /^\/reports\/(rejected|unmatched)$/, part: 'file', respond: sendLines },
  { method: 'GET', path: /^\/[\w./-]*$/, part: 'page', respond: sendPart },
];

/** @returns a listener for requests to the console's base and below it. */
export function consoleListener(console: Console): RequestListener {
  return (request, response) => {
    void respond(console, request, response).catch((error: unknown) => {
      const problems =
        error instanceof Rejection
          ? error.problems
          : [{ code: 'console_failed', detail: `The console failed. ${error}` }];
      if (response.headersSent) response.destroy();
      else sendJson(response, error instanceof Rejection ? 422 : 500, { problems });
    });
  };
}

async function respond(console: Console, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = URL.parse(`http://${request.headers.host}${request.url}`);
  if (!url) return sendText(response, 400, 'This is not an address of the console.');
  const { path, fileKey } = partsOf(url.pathname.slice(console.base.length));
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const known = routes.filter((route) => route.path.test(path));
  const route = known.find((each) => each.method === method);
  const rejection = console.admit(request, {
    part: path === '' ? 'page' : (route?.part ?? 'command'),
    fileKey,
  });
  if (rejection !== undefined) return sendText(response, 403, rejection);
  if (path === '') {
    response.writeHead(303, { ...protection, location: `${console.base}/` }).end();
    return;
  }
  if (route) return route.respond({ request, response, url, path }, console);
  if (known.length > 0) response.setHeader('allow', known.map((each) => each.method).join(', '));
  sendText(response, known.length > 0 ? 405 : 404, 'The console has no such part.');
}

/** Addresses that the browser loads for the page have the key of files, before their path. */
function partsOf(path: string): { path: string; fileKey: string | undefined } {
  const [, fileKey, rest] = /^\/by\/([\w-]+)(\/.*)$/.exec(path) ?? [];
  return rest === undefined ? { path, fileKey: undefined } : { path: rest, fileKey };
}

const MAX_TOKEN_BYTES = 100;

/** The body is the token, which was in the fragment of the first address and is in no other. */
async function enter({ request, response }: Exchange, console: Console): Promise<void> {
  let token = '';
  for await (const chunk of request) {
    token += String(chunk);
    if (token.length > MAX_TOKEN_BYTES) break;
  }
  const entered = console.enter?.(token) ?? { rejection: 'This console needs no token.' };
  if ('rejection' in entered) sendText(response, 403, entered.rejection);
  else sendJson(response, 200, entered);
}

function sendCommands({ response }: Exchange, { stage, runsOnMachine }: Console): void {
  sendJson(response, 200, { stage, runsOnMachine, commands: shownCommands() });
}

function sendReleaseFile(exchange: Exchange, console: Console): Promise<void> {
  const [, , file = '', id = ''] = exchange.path.split('/');
  return sendFile(exchange, { file, id, tag: exchange.url.searchParams.get('tag') }, console);
}

function sendLines(exchange: Exchange, console: Console): Promise<void> {
  const which = exchange.path.endsWith('/rejected') ? 'rejected-lines' : 'unmatched-lines';
  return sendOmittedLines(exchange, { name: exchange.url.searchParams.get('name') ?? '', which }, console);
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

async function sendPart({ response, path }: Exchange, { page }: Console): Promise<void> {
  const name = path === '/' ? 'index.html' : path.slice(1);
  const content = (await page()).get(name);
  if (content === undefined) return sendText(response, 404, 'The console has no such part.');
  send(response, 200, types[extname(name)] ?? 'text/plain; charset=utf-8', content);
}

const sendText = (response: ServerResponse, status: number, text: string) =>
  send(response, status, 'text/plain; charset=utf-8', text);

const sendJson = (response: ServerResponse, status: number, body: object) =>
  send(response, status, 'application/json', JSON.stringify(body));

function send(response: ServerResponse, status: number, type: string, text: string): void {
  const content = Buffer.from(text);
  response.writeHead(status, { ...protection, 'content-type': type, 'content-length': content.length });
  response.end(content);
}
