/** Loads what reviewers see of a request. Its files can be slow, so all else is shown before they are read. */
import { run } from './api.ts';
import type { ShownRequest } from './reviews.ts';

/**
 * @param show called with what is known, and again after the files were read.
 * @returns when the files are read, too.
 */
export async function loadRequest(id: string, show: (request: ShownRequest) => unknown): Promise<void> {
  const known = await run('show-request', { id, 'without-files': true }).catch(() => undefined);
  if (known) await show(known);
  if (known?.['files-not-read'].length === 0) return;
  await show(await run('show-request', { id }));
}
