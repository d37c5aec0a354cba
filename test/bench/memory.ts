/** The local stage as `npm start` runs it: how fast it is ready with the demo's data, and its memory. Only on Linux. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { demoLogin } from '../../infra/local/demo/demo-api.ts';
import { openPort } from '../../infra/local/host/port.ts';
import { synthesize } from '../../infra/local/template/synthesize.ts';

const root = join(import.meta.dirname, '../..');
const BUSY_CONNECTIONS = 40;
const BUSY_SECONDS = 10;
const LISTS =
  'labels artists albums tracks album-dsps distribution-requests users webhook-endpoints genres analytics-reports royalties/summary track-matches'.split(
    ' ',
  );

export async function memory(): Promise<Record<string, number>> {
  const [url, awsUrl] = [await freeUrl(), await freeUrl()];
  // Only the first start builds it.
  await synthesize(process.env);
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const started = performance.now();
  const stage = spawn('sh', ['-c', scripts.start], {
    cwd: root,
    env: { ...process.env, PORT: portOf(url), AWS_PORT: portOf(awsUrl), DATA_DIR: 'memory', RELOAD: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await untilReady(stage);
    const readySeconds = (performance.now() - started) / 1000;
    const token = await signIn(url);
    const read = async (path: string) =>
      (await fetch(`${url}/${path}`, { headers: { Authorization: `Bearer ${token}` } })).text();
    for (const path of [...LISTS, 'docs', 'nothing']) await read(path);
    await warmWorkers(awsUrl);
    await wait(1000);
    const warm = megabytesOf(stage);
    const end = performance.now() + BUSY_SECONDS * 1000;
    let most = 0;
    const sampling = setInterval(() => {
      most = Math.max(most, megabytesOf(stage));
    }, 200);
    const connection = async (number: number) => {
      for (let turn = number; performance.now() < end; turn++) await read(LISTS[turn % LISTS.length] ?? '');
    };
    await Promise.all(Array.from({ length: BUSY_CONNECTIONS }, (_, number) => connection(number)));
    clearInterval(sampling);
    return {
      'seconds until ready': Math.round(readySeconds * 10) / 10,
      'MB, all warm': warm,
      'MB, busy': most,
    };
  } finally {
    stage.kill();
    await once(stage, 'exit');
  }
}

const portOf = (url: string): string => new URL(url).port;

async function freeUrl(): Promise<string> {
  const port = await openPort(0, 'PORT');
  await port.close(0);
  return `http://127.0.0.1:${port.number}`;
}

async function untilReady({ stdout }: ChildProcess): Promise<void> {
  if (!stdout) return;
  for await (const line of createInterface({ input: stdout })) if (line.includes(' is ready after ')) break;
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...demoLogin, grant_type: 'password' }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}

/** Invokes functions outside the API without an event. Those that fail because of it are loaded, too. */
async function warmWorkers(awsUrl: string): Promise<void> {
  const headers = { Authorization: 'AWS4-HMAC-SHA256 Credential=local/20260101/local/lambda/aws4_request' };
  const path = `${awsUrl}/2015-03-31/functions`;
  const { Functions } = (await (await fetch(path, { headers })).json()) as {
    Functions: { FunctionName: string }[];
  };
  for (const { FunctionName } of Functions)
    await fetch(`${path}/${FunctionName}/invocations`, { method: 'POST', headers, body: '{}' });
}

/** Resident memory of the process and of those that it started. */
function megabytesOf({ pid }: ChildProcess): number {
  const kilobytesOf = (id: number | string): number => {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    const children = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean);
    const own = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
    return children.reduce((sum, child) => sum + kilobytesOf(child), own);
  };
  return Math.round(kilobytesOf(pid ?? 0) / 1024);
}
