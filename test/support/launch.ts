/** Starts the product as a user does, in its own process: `npm start` on free ports. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, vi } from 'vitest';

const root = join(import.meta.dirname, '../..');

export interface Launched {
  readonly url: string;
  readonly awsUrl: string;
  /** SIGKILL: no goodbye. */
  readonly kill: () => Promise<void>;
  /** Ctrl-C. */
  readonly interrupt: () => Promise<void>;
}

export async function launch(environment: NodeJS.ProcessEnv): Promise<Launched> {
  const child: ChildProcess = spawn(process.execPath, ['bin/local.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const exited = once(child, 'exit');
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  const quit = exited.then(() => {
    throw new Error(`The stage ended before it was ready: ${said}`);
  });
  const ready = vi.waitFor(() => expect(said).toContain('Try:'), { timeout: 50_000 });
  await Promise.race([ready, quit]);
  quit.catch(() => undefined);
  return {
    url: /API\s+(http:\S+)/.exec(said)?.[1] ?? '',
    awsUrl: /AWS_ENDPOINT_URL=(http:\S+)/.exec(said)?.[1] ?? '',
    kill: () => end('SIGKILL'),
    interrupt: () => end('SIGINT'),
  };
}
