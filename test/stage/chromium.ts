/** Chromium for tests of pages, if it is installed, over its debugging protocol. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';

export const chromiumPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--remote-debugging-port=0',
];

const messageSchema = v.object({
  id: v.optional(v.number()),
  result: v.optional(v.record(v.string(), v.unknown()), {}),
  error: v.optional(v.object({ message: v.string() })),
});

const evaluated = v.object({
  result: v.object({ value: v.optional(v.unknown()) }),
  exceptionDetails: v.optional(v.unknown()),
});

export interface Page {
  open(url: string): Promise<void>;
  /** @returns the value of the expression, awaited. @throws if it throws. */
  evaluate(expression: string): Promise<unknown>;
  send(method: string, params?: object): Promise<Record<string, unknown>>;
}

/** @returns a new page, and a function that ends the browser. */
export async function openChromium(path: string): Promise<{ page: Page; end: () => Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
  const child = spawn(path, [...FLAGS, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const socket = new WebSocket(await debuggerOf(child));
  await once(socket, 'open');
  const page = await attach(socket);
  return {
    page,
    async end() {
      socket.close();
      child.kill('SIGKILL');
      await exited;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function debuggerOf(child: ChildProcess): Promise<string> {
  if (!child.stderr) throw new Error('Chromium has no output.');
  const lines = createInterface(child.stderr);
  for await (const line of lines) {
    const [, url] = /DevTools listening on (ws:\S+)/.exec(line) ?? [];
    if (url) {
      child.stderr.resume();
      return url;
    }
  }
  throw new Error('Chromium did not start.');
}

async function attach(socket: WebSocket): Promise<Page> {
  const settle = new Map<number, (message: v.InferOutput<typeof messageSchema>) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = v.parse(messageSchema, JSON.parse(String(data)));
    settle.get(message.id ?? 0)?.(message);
  });
  let last = 0;
  const call = async (method: string, params: object, session: object) => {
    last += 1;
    const id = last;
    const { promise, resolve } = Promise.withResolvers<v.InferOutput<typeof messageSchema>>();
    settle.set(id, resolve);
    socket.send(JSON.stringify({ id, method, params, ...session }));
    const { result, error } = await promise;
    settle.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const { targetId } = await call('Target.createTarget', { url: 'about:blank' }, {});
  const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true }, {});
  const send: Page['send'] = (method, params = {}) => call(method, params, { sessionId });
  const evaluate: Page['evaluate'] = async (expression) => {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = v.parse(evaluated, await send('Runtime.evaluate', options));
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return result.value;
  };
  const open = async (url: string) => {
    await send('Page.navigate', { url });
  };
  return { send, evaluate, open };
}
