/** Files in memory, by path. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Contents by path. */
export type Files = ReadonlyMap<string, string>;

/** @throws Error if there is no such folder. */
export const contentsOf = (folder: string): Files =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [file.slice(folder.length + 1), readFileSync(file, 'utf8')]),
  );

export function writeFiles(folder: string, files: Files): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

export function digestOf(...all: readonly Files[]): string {
  const hash = createHash('sha256');
  for (const [path, text] of all.flatMap((files) => [...files])) hash.update(`${path}\n${text}\0`);
  return hash.digest('hex');
}
