/** The server of the console, over HTTP, before a stage that a test plays. */
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { admission } from '../../bin/operator/console/admission.ts';
import { consoleListener } from '../../bin/operator/console/listener.ts';
import type { Reached } from '../../bin/operator/console/runs.ts';
import { operate } from '../../bin/operator/invoke.ts';

interface Invoked {
  readonly command: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly actor: string;
}

/** What the stage's function responds. */
export type Respond = (event: Invoked) => object;

interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface Sent {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly to?: number;
}

/** The stage: what it responds, and what it was asked since the test began. */
export const stage: { respond: Respond; asked: Invoked[] } = { respond: () => ({ result: {} }), asked: [] };

/** The console that a page has entered. */
export const entered = { port: 0, token: '', key: '', fileKey: '' };

const servers: Server[] = [];
let awsPort = 0;

/** Opens the console, with a page that has its keys. */
export function useConsole(): void {
  beforeAll(async () => {
    awsPort = await listening(
      createServer(async (incoming, response) => {
        const event = JSON.parse(await text(incoming));
        stage.asked.push(event);
        response.end(JSON.stringify(stage.respond(event)));
      }),
    );
    Object.assign(entered, await newConsole());
    Object.assign(entered, await enter(entered));
  });
  beforeEach(() => {
    stage.asked = [];
    stage.respond = () => ({ result: {} });
  });
  afterAll(() => {
    for (const server of servers) server.close();
  });
}

/** Exchanges the token for the keys, as the page does. */
export async function enter({ token, port }: { token: string; port: number }) {
  const headers = { origin: `http://127.0.0.1:${port}` };
  const { status, body } = await send({ path: '/session', method: 'POST', headers, body: token, to: port });
  return status === 200 ? (JSON.parse(String(body)) as { key: string; fileKey: string }) : undefined;
}

/** @returns a console whose token is not used yet. */
export async function newConsole(
  run: Reached['run'] = operate,
  now?: () => number,
): Promise<{ token: string; port: number }> {
  const { token, admit, enter } = admission(now);
  const page = new Map([
    ['index.html', '<!doctype html>'],
    ['assets/a.js', 'export {};'],
  ]);
  const environment = { AWS_ENDPOINT_URL: `http://127.0.0.1:${awsPort}` };
  const reached = { stage: 'local', environment, run, runsOnMachine: true };
  const listener = consoleListener({ ...reached, admit, enter, base: '', page: async () => page });
  return { token, port: await listening(createServer(listener)) };
}

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

export const send = ({ path, method = 'GET', headers = {}, body, to = entered.port }: Sent) =>
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
export const sendAsPage = (sent: Sent) => {
  const { key, port } = entered;
  return send({
    ...sent,
    headers: { 'console-key': key, origin: `http://127.0.0.1:${port}`, ...sent.headers },
  });
};
