import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** @returns what others than the owner may read, below a folder. */
export const openToOthers = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const found = statSync(join(folder, name));
    return (found.mode & 0o777) !== (found.isDirectory() ? 0o700 : 0o600);
  });
