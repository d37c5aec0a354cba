/** `npm run debug`, and a debugger that stops in the source of a function. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { attach, type InspectedThread } from './inspector-client.ts';

const root = join(import.meta.dirname, '../..');
/** The function not-found. */
const FUNCTION_TIMEOUT_MS = 5000;
const pausedSchema = v.object({
  callFrames: v.tupleWithRest([v.object({ callFrameId: v.string() })], v.unknown()),
  data: v.optional(v.object({ url: v.optional(v.string()) })),
});

let stage: ChildProcess;
let said = '';
let api = '';
let detach = () => {};
const threads: InspectedThread[] = [];

beforeAll(async () => {
  stage = spawn(process.execPath, ['bin/debug.ts'], {
    cwd: root,
    env: { ...process.env, INSPECT_PORT: '0', PORT: '0', DATA_DIR: 'memory', NO_DEMO: '1', RELOAD: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [stage.stdout, stage.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  await vi.waitFor(() => expect(said).toContain('is ready'), { timeout: 200_000 });
  api = /API\s+(http:\S+)/.exec(said)?.[1] ?? '';
});
afterAll(() => {
  detach();
  stage.kill('SIGKILL');
});

/** @returns the position in the bundle of the source line that contains the text. */
function positionIn(bundle: string, { source, text }: { source: string; text: string }) {
  const wanted = readFileSync(join(root, source), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text));
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
  for (const [lineNumber, line] of readFileSync(bundle, 'utf8').split('\n').entries()) {
    for (let columnNumber = 0; columnNumber < line.length; columnNumber += 1) {
      const entry = map.findEntry(lineNumber, columnNumber);
      const isThere =
        'originalSource' in entry && join(bundle, '..', entry.originalSource) === join(root, source);
      if (isThere && entry.originalLine === wanted) return { lineNumber, columnNumber };
    }
  }
  throw new Error(`${bundle} has nothing of the line of ${source} with ${text}.`);
}

const isBundle = ({ url }: { url?: unknown }) => String(url).endsWith('/index.mjs');

/** @returns the breakpoint that the debugger has set in the bundle. */
async function stopAt(thread: InspectedThread, url: unknown, position: { source: string; text: string }) {
  const place = positionIn(fileURLToPath(String(url)), position);
  return (await thread.send('Debugger.setBreakpointByUrl', { url, ...place }))['locations'];
}

test('a debugger stops in the source of a function that waits for requests', async () => {
  expect((await fetch(`${api}/nothing`)).status).toBe(404);
  detach = await attach(/ws:\S+/.exec(said)?.[0] ?? '', (thread) => threads.push(thread));
  const thread = threads[0] ?? expect.fail('no thread');
  const loaded = thread.next('Debugger.scriptParsed', isBundle);
  await thread.send('Debugger.enable');
  const position = { source: 'functions/not-found/handler.ts', text: 'throw unknownPath(path)' };
  expect(await stopAt(thread, (await loaded)['url'], position)).toHaveLength(1);

  const paused = thread.next('Debugger.paused');
  const response = fetch(`${api}/nothing-else`);
  const { callFrames } = v.parse(pausedSchema, await paused);
  const asked = { callFrameId: callFrames[0].callFrameId, expression: 'path' };
  const { result } = await thread.send('Debugger.evaluateOnCallFrame', asked);
  expect(result).toMatchObject({ value: '/nothing-else' });
  await wait(FUNCTION_TIMEOUT_MS + 500);
  await thread.send('Debugger.resume');
  expect((await response).status).toBe(404);
});

test('a function that starts under a debugger waits for its breakpoints', async () => {
  const before = threads.length;
  const response = fetch(`${api}/labels`);
  await expect.poll(() => threads.length).toBe(before + 1);
  const thread = threads.at(-1) ?? expect.fail('no thread');
  await thread.send('Debugger.enable');
  await thread.send('Debugger.setInstrumentationBreakpoint', {
    instrumentation: 'beforeScriptWithSourceMapExecution',
  });
  const started = thread.next('Debugger.paused');
  await thread.send('Runtime.runIfWaitingForDebugger');
  await started;
  const loaded = thread.next('Debugger.paused', ({ reason }) => reason === 'instrumentation');
  await thread.send('Debugger.resume');
  const { data } = v.parse(pausedSchema, await loaded);
  await stopAt(thread, data?.url, { source: 'functions/labels/handler.ts', text: "serveGroup('labels'" });

  const stopped = thread.next('Debugger.paused', ({ hitBreakpoints }) => String(hitBreakpoints) !== '');
  await thread.send('Debugger.resume');
  await stopped;
  await thread.send('Debugger.resume');
  expect((await response).status).toBe(401);
});

test('npm run debug names a port in use', () => {
  const port = new URL(/ws:\S+/.exec(said)?.[0] ?? '').port;
  const { status, stderr } = spawnSync(process.execPath, ['bin/debug.ts'], {
    cwd: root,
    env: { ...process.env, INSPECT_PORT: port },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain(`INSPECT_PORT must be a free port from 0 to 65535, not "${port}".`);
});
