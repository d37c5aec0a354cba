/**
 * Folders for temporary files. A killed function leaves its folder on the disk of its environment, so
 * leftover folders are deleted when a module that creates such folders is loaded.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

/**
 * Call once, when the module is loaded.
 * @param prefix of the folder names. @returns a function that creates a folder.
 */
export function temporaryFolders(prefix: string): () => string {
  const pattern = new RegExp(`^${prefix}-(\\d+)-(\\d+)-`);
  for (const name of readdirSync(tmpdir())) {
    const [isOurs, process_, thread] = pattern.exec(name) ?? [];
    if (isOurs && isAbandoned(Number(process_), Number(thread)))
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
  return () => mkdtempSync(join(tmpdir(), `${prefix}-${process.pid}-${threadId}-`));
}

/** This thread has no folder in use yet. On the local stage, other processes and threads may have some. */
function isAbandoned(pid: number, thread: number): boolean {
  if (pid === process.pid) return thread === threadId;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
