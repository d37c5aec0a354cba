/** Runs a file in a separate process, which loads the current sources and frees its memory at the end. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { BrokenSource } from './broken-source.ts';

const run = promisify(execFile);

interface Running {
  /** Ends it. */
  readonly signal?: AbortSignal | undefined;
  /** Receives each line that it prints. */
  readonly onLine?: ((line: string) => void) | undefined;
}

/** @throws BrokenSource with its error output, or AbortError. */
export async function runFile(
  path: string,
  args: readonly string[],
  { signal, onLine }: Running = {},
): Promise<void> {
  const running = run(process.execPath, [path, ...args], { signal });
  const ended = once(running.child, 'exit');
  if (onLine && running.child.stdout) createInterface(running.child.stdout).on('line', onLine);
  try {
    const { stderr } = await running;
    process.stderr.write(stderr);
  } catch (error) {
    await ended;
    signal?.throwIfAborted();
    throw error instanceof Error && 'stderr' in error ? new BrokenSource(String(error.stderr).trim()) : error;
  }
}
