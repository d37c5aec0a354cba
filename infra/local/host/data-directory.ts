/** Where the stage keeps what has to outlive it: a folder of its own, for its owner alone. */
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { RefusedSetting } from '../../refused-setting.ts';

export interface DataDirectory {
  readonly path: string;
  /** Whether a later start finds it again. */
  readonly isKept: boolean;
  /** Removes it, unless it is kept. */
  close(): void;
}

const project = join(import.meta.dirname, '../../..');

/**
 * @param name a path, or `memory` for a directory that goes with the stage.
 * @throws RefusedSetting
 */
export function openDataDirectory(name: string): DataDirectory {
  if (name === 'memory') {
    const path = mkdtempSync(join(tmpdir(), 'music-distribution-'));
    return { path, isKept: false, close: () => rmSync(path, { recursive: true, force: true }) };
  }
  const path = resolve(name);
  for (const shared of [project, homedir(), tmpdir()]) {
    if (isWithin(shared, path)) throw refusal(name, 'it must be a folder of its own');
  }
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    keepFromOthers(path);
  } catch (error) {
    throw refusal(name, error instanceof Error ? error.message : String(error));
  }
  return { path, isKept: true, close: () => {} };
}

/** The folder may be older than the stage, and its files may come from a copy. */
function keepFromOthers(path: string): void {
  setMode(path, 0o700);
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    const mode = entry.isDirectory() ? 0o700 : 0o600;
    if (entry.isDirectory() || entry.isFile()) setMode(join(entry.parentPath, entry.name), mode);
  }
}

function setMode(path: string, mode: number): void {
  if ((lstatSync(path).mode & 0o777) !== mode) chmodSync(path, mode);
}

const isWithin = (inner: string, outer: string) =>
  `${inner}${sep}`.startsWith(outer.endsWith(sep) ? outer : `${outer}${sep}`);

const refusal = (name: string, reason: string) =>
  new RefusedSetting(`DATA_DIR=${name} cannot be used: ${reason}.`);
