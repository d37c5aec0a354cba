/** Runs files of this folder in separate processes: this process keeps the modules that it has loaded. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BrokenSource, withoutOurFrames } from './reload-error.ts';

const run = promisify(execFile);

interface Options {
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** @returns what it prints. @throws BrokenSource with what the process says, unless it was ended. */
export async function withChangedSources(
  file: 'write-site.ts' | 'synthesize-again.ts',
  args: readonly string[],
  { environment: env, signal }: Options,
): Promise<string> {
  try {
    const { stdout } = await run(process.execPath, [join(import.meta.dirname, file), ...args], {
      env,
      signal,
    });
    return stdout.trim();
  } catch (error) {
    throw error instanceof Error && 'stderr' in error
      ? new BrokenSource(withoutOurFrames(String(error.stderr)))
      : error;
  }
}
