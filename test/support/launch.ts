/**
 * Starts the product as a user does, in its own process: `npm start` on free ports, without other machines.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const LOOPBACK_ONLY = join(import.meta.dirname, 'loopback-only.cjs');
const LIMIT_MILLISECONDS = 200_000;
/** Of what it prints with and without the demo, after the addresses. */
const LAST_LINE = 'Function logs';

export interface Launched {
  readonly url: string;
  readonly awsUrl: string;
  /** All that it has printed. */
  readonly said: () => string;
  /**
   * The file with the attempts to reach another machine. Each has failed, and ending the stage rejects if
   * there are any.
   */
  readonly leftFile: string;
  /** SIGKILL, so that nothing is cleaned up. */
  readonly kill: () => Promise<void>;
  /** Ctrl-C. */
  readonly interrupt: () => Promise<void>;
  /** The exit code, or null after a signal. */
  readonly exitCode: () => number | null;
}

/** @returns what a stage tried to reach on other machines. */
export const attemptsIn = (leftFile: string): readonly string[] =>
  existsSync(leftFile) ? readFileSync(leftFile, 'utf8').trim().split('\n') : [];

export async function launch(environment: NodeJS.ProcessEnv): Promise<Launched> {
  const folder = mkdtempSync(join(tmpdir(), 'left-'));
  const leftFile = join(folder, 'left');
  const { NODE_OPTIONS = '' } = process.env;
  const limits = { NODE_OPTIONS: `${NODE_OPTIONS} --require ${LOOPBACK_ONLY}`, LEFT_FILE: leftFile };
  const child = spawn(process.execPath, ['bin/local.ts'], {
    cwd: root,
    // Tests call most functions, which would otherwise take turns and be loaded again and again.
    env: { ...process.env, ...limits, PORT: '0', MAX_ENVIRONMENTS: '60', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
    const attempts = attemptsIn(leftFile);
    rmSync(folder, { recursive: true, force: true });
    if (attempts.length > 0) throw new Error(`The stage tried to leave this machine: ${attempts}.`);
  };
  let said = '';
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MILLISECONDS);
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes(LAST_LINE)) resolve();
      });
    }
    void exited.then(() => reject(new Error(`The stage ended before it was ready: ${said}`)));
  });
  await ready.finally(() => clearTimeout(timer));
  return {
    url: /API\s+(http:\S+)/.exec(said)?.[1] ?? '',
    awsUrl: /AWS_ENDPOINT_URL=(http:\S+)/.exec(said)?.[1] ?? '',
    said: () => said,
    leftFile,
    exitCode: () => child.exitCode,
    kill: () => end('SIGKILL'),
    interrupt: () => end('SIGINT'),
  };
}
