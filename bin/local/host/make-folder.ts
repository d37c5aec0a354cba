/** Creates a folder and those above it, as `mkdir -p` does. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Not with `recursive: true`: Node then loops forever where a file system reports an existing parent as
 * missing, as /proc does.
 * @throws an error of the file system, also when the path is that of a file.
 */
export function makeFolder(path: string, options: { readonly mode?: number } = {}): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent, options);
  try {
    mkdirSync(path, options);
  } catch (error) {
    // Another process may have created it.
    if (!isFolder(path)) throw error;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
