/** The data directory: everything that survives a restart, in its own folder that only its owner can read. */
import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { RejectedSetting } from '../../../infra/stages/rejected-setting.ts';
import { makeFolder } from './make-folder.ts';

export interface DataDirectory {
  readonly path: string;
  /** False for a temporary folder, which is removed when the stage ends. */
  readonly isKept: boolean;
}

const project = join(import.meta.dirname, '../../..');

/** Every existing data directory has an entry whose name begins with one of these. */
const MARKS = ['stage.sqlite', 'table.sqlite', 'certificates'];

/**
 * @param name a path, or `memory` for a temporary folder.
 * @throws RejectedSetting when the folder cannot be used.
 */
export function openDataDirectory(name: string): DataDirectory {
  if (name === 'memory') return { path: mkdtempSync(join(tmpdir(), 'music-distribution-')), isKept: false };
  const path = resolve(name);
  try {
    makeFolder(path, { mode: 0o700 });
    if (hasOtherUses(realpathSync(path))) throw rejection(name, 'it must be a separate folder');
    restrictToOwner(path);
  } catch (error) {
    if (error instanceof RejectedSetting) throw error;
    throw rejection(name, error instanceof Error ? error.message : String(error));
  }
  return { path, isKept: true };
}

export function closeDataDirectory({ path, isKept }: DataDirectory): void {
  if (!isKept) rmSync(path, { recursive: true, force: true });
}

/** Permissions in the folder are about to change, which could not be undone for other files. */
function hasOtherUses(path: string): boolean {
  if ([project, homedir(), tmpdir()].some((shared) => isWithin(shared, path))) return true;
  const names = readdirSync(path);
  return names.length > 0 && !names.some((name) => MARKS.some((mark) => name.startsWith(mark)));
}

/** An existing folder, or files copied into it, may have wider permissions. */
function restrictToOwner(path: string): void {
  setMode(path, 0o700);
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    const mode = entry.isDirectory() ? 0o700 : 0o600;
    if (entry.isDirectory() || entry.isFile()) setMode(join(entry.parentPath, entry.name), mode);
  }
}

function setMode(path: string, mode: number): void {
  if ((statSync(path).mode & 0o777) !== mode) chmodSync(path, mode);
}

const isWithin = (inner: string, outer: string) =>
  `${inner}${sep}`.startsWith(outer.endsWith(sep) ? outer : `${outer}${sep}`);

const rejection = (name: string, reason: string) =>
  new RejectedSetting(`DATA_DIR=${name} cannot be used: ${reason}.`);
