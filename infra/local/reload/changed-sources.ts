/** Runs files of this folder in separate processes, because this process caches loaded modules. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BrokenSource, withoutOurFrames } from './reload-error.ts';

const run = promisify(execFile);

/** @returns its output. @throws BrokenSource with its error output, unless it was stopped. */
export async function withChangedSources(
  file: 'write-site.ts' | 'synthesize-again.ts',
  args: readonly string[],
  { environment: env, signal }: { environment: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<string> {
  try {
    const path = join(import.meta.dirname, file);
    const { stdout } = await run(process.execPath, [path, ...args], { env, signal });
    return stdout.trim();
  } catch (error) {
    throw error instanceof Error && 'stderr' in error
      ? new BrokenSource(withoutOurFrames(String(error.stderr)))
      : error;
  }
}
