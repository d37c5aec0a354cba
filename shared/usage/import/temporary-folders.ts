/**
 * Folders for temporary files. A function that is killed leaves its own on the disk of its environment, where the next one
 * finds less room: they are deleted when a module that makes such folders is loaded.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

/**
 * Call it once, when the module is loaded.
 * @param prefix of their names. @returns what makes a folder.
 */
export function temporaryFolders(prefix: string): () => string {
  const pattern = new RegExp(`^${prefix}-(\\d+)-(\\d+)-`);
  for (const name of readdirSync(tmpdir())) {
    const [isOurs, process_, thread] = pattern.exec(name) ?? [];
    if (isOurs && isLeft(Number(process_), Number(thread)))
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
  return () => mkdtempSync(join(tmpdir(), `${prefix}-${process.pid}-${threadId}-`));
}

/** Nothing of this thread is in use yet. On the local stage, other processes and threads have folders in the same place. */
function isLeft(pid: number, thread: number): boolean {
  if (pid === process.pid) return thread === threadId;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
