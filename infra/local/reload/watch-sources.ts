/** Watches the files that a cloud assembly is built from. */
import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join, relative } from 'node:path';
import { isSource, root, sources } from '../template/synthesize.ts';

/**
 * Watches folders rather than files: editors and git replace files, and a watch would stay with the replaced one.
 * Does not keep the process running.
 * @param onChange gets the path of a changed file or folder, relative to the root of the project.
 * @returns a function that ends the watch.
 */
export function watchSources(onChange: (path: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  const forget = (folder: string) => {
    for (const [path, watcher] of watchers) {
      if (!`${path}/`.startsWith(`${folder}/`)) continue;
      watcher.close();
      watchers.delete(path);
    }
  };
  const listen = (folder: string, changed: (path: string, type: string) => void) => {
    const watcher = watch(folder, { persistent: false }, (type, name) => {
      if (name) changed(join(folder, name), type);
    });
    // A folder that was deleted.
    watcher.on('error', () => forget(folder));
    watchers.set(folder, watcher);
  };
  const add = (folder: string) => {
    if (!isFolder(folder) || !isSource(relative(root, folder))) return;
    listen(folder, (path, type) => {
      // The folder of that name is a new one, or gone.
      if (type === 'rename') {
        forget(path);
        add(path);
      }
      const source = relative(root, path);
      if (isSource(source)) onChange(source);
    });
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) add(join(folder, entry.name));
    }
  };
  listen(root, (path) => {
    const source = relative(root, path);
    if (sources.some((each) => each === source)) onChange(source);
  });
  for (const source of sources) add(join(root, source));
  return () => forget(root);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
