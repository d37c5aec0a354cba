/** Runs a file in a separate process, which loads the current sources and frees its memory at the end. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { BrokenSource } from './broken-source.ts';

const run = promisify(execFile);

/** @param signal ends it. @throws BrokenSource with its error output, or AbortError. */
export async function runFile(
  path: string,
  args: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const running = run(process.execPath, [path, ...args], { signal });
  const ended = once(running.child, 'exit');
  try {
    const { stderr } = await running;
    process.stderr.write(stderr);
  } catch (error) {
    await ended;
    signal?.throwIfAborted();
    throw error instanceof Error && 'stderr' in error ? new BrokenSource(String(error.stderr).trim()) : error;
  }
}
