/**
 * Lambda's JSON log format, compared with AWS's runtime client if that is installed (npm i --no-save
 * aws-lambda-ric).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { buildSync } from 'esbuild';
import { afterAll, describe, expect, test } from 'vitest';
import { clientOptions, eventually, lambda, startStage } from '../support/hand-made.ts';

/** A function that logs through shared/platform/log.ts and the console, and then fails. */
const source = buildSync({
  stdin: {
    resolveDir: join(import.meta.dirname, '../..'),
    contents: `
      import { writeLine } from './shared/platform/log.ts';
      import { writeMetrics } from './shared/platform/metrics.ts';
      export const handler = async () => {
        writeLine({ level: 'info', message: 'request', status: 200, user: undefined });
        writeLine({ level: 'warn', message: 'response not kept', problem: ['stale_version'] });
        writeLine({ level: 'error', message: 'request', status: 500, problem: { name: 'TypeError' } });
        process.env.STAGE = 'dev';
        writeMetrics('usage-import', { ImportsDone: 1 });
        console.debug('a library says', 'more', { n: 1 });
        console.log('several\\nlines');
        console.warn(Object.assign(new RangeError('too far'), { code: 7 }));
        console.error('it failed:', new TypeError('not a thing'));
        const itself = {};
        itself.itself = itself;
        console.info(itself);
        throw new SyntaxError('not today');
      };`,
  },
  bundle: true,
  write: false,
  platform: 'node',
  format: 'esm',
}).outputFiles[0]?.text;

const ours = [
  { level: 'INFO', message: { event: 'request', status: 200 } },
  { level: 'WARN', message: { event: 'response not kept', problem: ['stale_version'] } },
  { level: 'ERROR', message: { event: 'request', status: 500, problem: { name: 'TypeError' } } },
];
const stackTrace = expect.arrayContaining([expect.stringMatching(/Error: /)]);
const everyLine = [
  ...ours,
  { level: 'DEBUG', message: 'a library says more { n: 1 }' },
  { level: 'INFO', message: 'several\nlines' },
  { level: 'WARN', message: { errorType: 'RangeError', errorMessage: 'too far', stackTrace, code: 7 } },
  {
    level: 'ERROR',
    message: expect.stringMatching(/^it failed: TypeError: not a thing\n/),
    errorType: 'TypeError',
    errorMessage: 'not a thing',
    stackTrace,
  },
  { level: 'INFO', message: '<ref *1> { itself: [Circular *1] }' },
  { level: 'ERROR', message: { errorType: 'SyntaxError', errorMessage: 'not today', stackTrace } },
];
const complete = (lines: readonly object[], requestId: unknown) =>
  lines.map((line) => ({ ...line, requestId, timestamp: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) }));

const lines = new Map<string, string[]>([
  ['Debug', []],
  ['Warn', []],
  ['Default', []],
]);
const stage = await startStage(
  {
    functions: Object.fromEntries(Array.from(lines.keys(), (name) => [name, source ?? ''])),
    resources: {
      Debug: lambda('Debug', { LoggingConfig: { LogFormat: 'JSON', ApplicationLogLevel: 'DEBUG' } }),
      Warn: lambda('Warn', { LoggingConfig: { LogFormat: 'JSON', ApplicationLogLevel: 'WARN' } }),
      Default: lambda('Default', { LoggingConfig: { LogFormat: 'JSON' } }),
    },
  },
  { onLog: (line) => lines.get(invoked)?.push(line) },
);
let invoked = '';
const client = new LambdaClient(clientOptions(stage));
afterAll(() => client.destroy());

/** Metrics are separate lines, at every log level. CloudWatch looks for them at the top of a line. */
const isMetric = (line: object): boolean => '_aws' in line;
const metricLine = { _aws: expect.any(Object), stage: 'dev', kind: 'usage-import', ImportsDone: 1 };

async function loggedHere(name: string): Promise<object[]> {
  invoked = name;
  await client.send(new InvokeCommand({ FunctionName: name }));
  await eventually(() => lines.get(name)?.join('')).toContain('not today');
  return (lines.get(name) ?? []).map((line) => JSON.parse(line));
}

describe('the log of the local stage', () => {
  test('has lines with a level, a request id and a message', async () => {
    const all = await loggedHere('Debug');
    const requestId = expect.stringMatching(/^[\da-f-]{36}$/);
    expect(all.filter((line) => !isMetric(line))).toEqual(complete(everyLine, requestId));
    expect(all.filter(isMetric)).toEqual([metricLine]);
  });

  test.each([
    ['Default', 'INFO', ['DEBUG']],
    ['Warn', 'WARN', ['DEBUG', 'INFO']],
  ])('has no lines of %s below %s', async (name, _level, dropped) => {
    const kept = everyLine.filter(({ level }) => !dropped.includes(level));
    const all = await loggedHere(name);
    expect(all.filter((line) => !isMetric(line))).toMatchObject(kept);
    expect(all.filter(isMetric)).toEqual([metricLine]);
  });
});

const runtimeClient = (() => {
  try {
    return createRequire(import.meta.url).resolve('aws-lambda-ric');
  } catch {
    return undefined;
  }
})();

/** Runs one invocation in AWS's runtime client, which polls this process for it. */
async function loggedOnLambda(level: string): Promise<object[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lambda-'));
  writeFileSync(join(folder, 'index.mjs'), source ?? '');
  let isGiven = false;
  const runtime = createServer((request, response) => {
    if (request.url?.endsWith('/error')) return void response.writeHead(202).end();
    if (isGiven) return void child.kill();
    isGiven = true;
    response
      .writeHead(200, {
        'Lambda-Runtime-Aws-Request-Id': 'invocation-1',
        'Lambda-Runtime-Deadline-Ms': String(Date.now() + 5000),
        'Lambda-Runtime-Invoked-Function-Arn': 'arn:aws:lambda:us-east-1:000000000000:function:real',
      })
      .end('{}');
  }).listen(0, '127.0.0.1');
  await once(runtime, 'listening');
  const child = spawn('node', [runtimeClient ?? ''], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${(runtime.address() as AddressInfo).port}`,
      AWS_LAMBDA_FUNCTION_NAME: 'real',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
      AWS_LAMBDA_LOG_GROUP_NAME: 'group',
      AWS_LAMBDA_LOG_STREAM_NAME: 'stream',
      LAMBDA_TASK_ROOT: folder,
      _HANDLER: 'index.handler',
      // The client's HTTP implementation in JavaScript.
      AWS_LAMBDA_NODEJS_USE_ALTERNATIVE_CLIENT_1: 'true',
      AWS_LAMBDA_LOG_FORMAT: 'JSON',
      AWS_LAMBDA_LOG_LEVEL: level,
    },
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  runtime.close();
  rmSync(folder, { recursive: true });
  return output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

describe.skipIf(!runtimeClient)('the runtime client of AWS', () => {
  test('writes the same lines as the local stage', async () => {
    const all = await loggedOnLambda('DEBUG');
    expect(all.filter((line) => !isMetric(line))).toEqual(complete(everyLine, 'invocation-1'));
    expect(all.filter(isMetric)).toEqual([metricLine]);
  });

  test('omits lines below WARN at the log level WARN', async () => {
    const kept = everyLine.filter(({ level }) => !['DEBUG', 'INFO'].includes(level));
    const all = await loggedOnLambda('WARN');
    expect(all.filter((line) => !isMetric(line))).toMatchObject(kept);
    expect(all.filter(isMetric)).toEqual([metricLine]);
  });
});
