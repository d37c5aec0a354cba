/** The operator's command line in its own process, as `npm run -s operate` starts it. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const root = join(import.meta.dirname, '../..');

export interface Ran {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

interface Start {
  readonly environment?: NodeJS.ProcessEnv;
  /** Standard input, which is never a terminal here. */
  readonly input?: string;
}

export async function commandLine(
  line: readonly string[],
  { environment = {}, input = '' }: Start = {},
): Promise<Ran> {
  const child = spawn(process.execPath, ['bin/operate.ts', ...line], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: '/nonexistent', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A rejected command does not read its input.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
  const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, output, errors };
}

/** On a local stage. */
export const operateOn = (awsUrl: string, line: readonly string[], start: Start = {}): Promise<Ran> =>
  commandLine(line, { ...start, environment: { AWS_ENDPOINT_URL: awsUrl, ...start.environment } });
