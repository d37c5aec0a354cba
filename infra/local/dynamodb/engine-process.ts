/** Runs the engine as a process of its own that never outlives ours. */
import { spawn } from 'node:child_process';
import { RefusedSetting } from '../../refused-setting.ts';

export interface EngineProcess {
  /** Resolves with the reason when it ends without having been asked to. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

const START_MILLISECONDS = 5000;

/**
 * Its watcher waits for the end of a pipe that nobody writes to: the system closes our end with our process, a SIGKILL
 * included, and the engine follows.
 */
const WATCHED = '(read -r _ <&3; kill -9 $$) 2>/dev/null & exec "$0" "$@" 3<&-';

/** Resolves once it listens. @throws with its own words when it does not come up. */
export async function runEngine(binary: string, options: readonly string[]): Promise<EngineProcess> {
  const child = spawn('/bin/sh', ['-c', WATCHED, binary, 'serve', ...options], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    // A group of its own: Ctrl-C is for us, and we end the engine once the functions are done with it.
    detached: true,
  });
  let said = '';
  let isStopping = false;
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`${signal ?? `exit code ${code}`}. ${said}`.trim()));
  });
  const stop = async () => {
    isStopping = true;
    // Its file is a write-ahead log, made for sudden ends; asked politely, it would wait for idle connections.
    child.kill('SIGKILL');
    await exited;
    for (const stream of child.stdio) stream?.destroy();
  };
  const listening = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => void stop().then(() => reject(notStarted(said))), START_MILLISECONDS);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2000);
      // What counts is its own word: another program may answer on that port.
      if (!/listening on/i.test(said)) return;
      clearTimeout(timer);
      resolve();
    });
    void exited.then((reason) => {
      clearTimeout(timer);
      reject(notStarted(reason));
    });
  });
  await listening;
  return { stop, ended: exited.then((reason) => (isStopping ? new Promise(() => {}) : reason)) };
}

const notStarted = (reason: string) => new RefusedSetting(`The DynamoDB engine did not start: ${reason}`);
