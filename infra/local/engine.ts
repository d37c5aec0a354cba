/** The embedded DynamoDB engine: a process of its own that never outlives ours. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { RefusedSetting } from '../refused-setting.ts';
import { engineCall } from './engine-call.ts';
import { forgetStreamRecords, orderStreamRecords } from './stream-records.ts';

export interface Engine {
  readonly url: string;
  /** Resolves with the reason when the engine ends without having been asked to. */
  readonly ended: Promise<string>;
  /** Lets go of old stream records before this one, which stays. */
  forgetBefore(table: string, sequenceNumber: string, now: number): void;
  stop(): Promise<void>;
}

const START_MILLISECONDS = 5000;

/**
 * Its watcher waits for the end of a pipe that nobody writes to: the system closes our end with our process, a SIGKILL
 * included, and the engine follows.
 */
const SPAWN = '(read -r _ <&3; kill -9 $$) 2>/dev/null & exec "$0" "$@" 3<&-';

/** @param endpoint an engine that runs already: DYNAMODB_ENDPOINT. */
export async function startEngine(directory: string, endpoint?: string): Promise<Engine> {
  if (endpoint) return foreignEngine(endpoint);
  const file = join(directory, 'table.sqlite');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    '/bin/sh',
    ['-c', SPAWN, engineBinary(), 'serve', '--host', '127.0.0.1', '--port', String(port), '--db-path', file],
    // A group of its own: Ctrl-C is for us, and we end the engine once the functions are done with it.
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe'], detached: true },
  );
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
  });
  let isStopping = false;
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`${signal ?? `exit code ${code}`} ${said}`.trim()));
  });
  const stop = async () => {
    isStopping = true;
    // Its file is a write-ahead log, made for sudden ends; asked politely, it would wait for idle connections.
    child.kill('SIGKILL');
    await exited;
    for (const stream of child.stdio) stream?.destroy();
  };
  await Promise.race([
    answers(url),
    exited.then((reason) => {
      throw new Error(`The DynamoDB engine did not start: ${reason}`);
    }),
  ]);
  orderStreamRecords(file);
  return {
    url,
    ended: exited.then((reason) => (isStopping ? new Promise(() => {}) : reason)),
    forgetBefore: (table, before, now) => forgetStreamRecords(file, { table, before, now }),
    stop,
  };
}

function foreignEngine(url: string): Engine {
  return { url, ended: new Promise(() => {}), forgetBefore: () => {}, stop: async () => {} };
}

function engineBinary(): string {
  const packaged = packagedBinary();
  if (packaged) return packaged;
  if (!spawnSync('dynoxide', ['--version'], { stdio: 'ignore' }).error) return 'dynoxide';
  throw new RefusedSetting(
    [
      `No DynamoDB engine for ${process.platform}-${process.arch} is installed here. Either`,
      '  - install dynoxide (cargo install dynoxide-rs, or a binary of its releases) so that it is on the PATH, or',
      '  - set DYNAMODB_ENDPOINT to an engine that runs already, such as http://127.0.0.1:8000.',
    ].join('\n'),
  );
}

function packagedBinary(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(
      `@dynoxide/${process.platform}-${process.arch}/package.json`,
    );
    const binary = join(dirname(manifest), 'dynoxide');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

async function answers(url: string): Promise<void> {
  const deadline = Date.now() + START_MILLISECONDS;
  for (;;) {
    try {
      await engineCall(url)('DynamoDB_20120810.ListTables', {});
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await wait(5);
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
