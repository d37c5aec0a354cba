/** The operator's command line. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommandLine } from '../../bin/operator/run.ts';

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

/** In its own process, as `npm run -s operate` starts it. */
export async function commandLine(
  line: readonly string[],
  { environment = {}, input = '' }: Start = {},
): Promise<Ran> {
  const child = spawn(process.execPath, ['-r', './bin/preload.cjs', 'bin/operate.ts', ...line], {
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

/** On a local stage, in this process. */
export async function operateOn(
  awsUrl: string,
  line: readonly string[],
  { environment = {}, input = '' }: Start = {},
): Promise<Ran> {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const code = await runCommandLine(line, {
    environment: { AWS_ENDPOINT_URL: awsUrl, ...environment },
    input: Readable.from([input]),
    output,
    errors,
  });
  output.end();
  errors.end();
  return { code, output: await text(output), errors: await text(errors) };
}
