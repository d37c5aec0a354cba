/** Runs the engine as a child process that never outlives this one. */
import { spawn } from 'node:child_process';
import { RejectedSetting } from '../../../infra/stages/rejected-setting.ts';

export interface EngineProcess {
  /** Resolves with the reason if the process exits before `end` is called. */
  readonly ended: Promise<string>;
  end(): Promise<void>;
}

const START_MILLISECONDS = 5000;

/**
 * A shell waits for the end of a pipe, to which nothing is written, and then kills the engine. The operating system
 * closes the pipe when this process ends, even by SIGKILL.
 */
const WATCHED = '(read -r _ <&3; kill -9 $$) 2>/dev/null & exec "$0" "$@" 3<&-';

/**
 * Resolves once the engine listens.
 * @param options of `dynoxide serve`.
 * @throws RejectedSetting with the engine's own message when it does not start.
 */
export async function runEngine(binary: string, options: readonly string[]): Promise<EngineProcess> {
  const child = spawn('/bin/sh', ['-c', WATCHED, binary, 'serve', ...options], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    // In its own process group, Ctrl-C does not reach the engine: it ends after the functions that use it.
    detached: true,
  });
  let output = '';
  let isEnding = false;
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`${signal ?? `exit code ${code}`}. ${output}`.trim()));
  });
  const end = async () => {
    isEnding = true;
    // SIGTERM would wait for idle connections. SIGKILL is safe: the file is a write-ahead log.
    child.kill('SIGKILL');
    await exited;
    for (const stream of child.stdio) stream?.destroy();
  };
  const listening = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => void end().then(() => reject(notStarted(output))), START_MILLISECONDS);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-2000);
      // A connection to the port would prove nothing: another program may be listening there.
      if (!/listening on/i.test(output)) return;
      clearTimeout(timer);
      resolve();
    });
    void exited.then((reason) => {
      clearTimeout(timer);
      reject(notStarted(reason));
    });
  });
  await listening;
  return { end, ended: exited.then((reason) => (isEnding ? new Promise(() => {}) : reason)) };
}

const notStarted = (reason: string) => new RejectedSetting(`The DynamoDB engine did not start: ${reason}`);
