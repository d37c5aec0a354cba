/** Where the stage keeps what has to outlive it. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { RefusedSetting } from '../refused-setting.ts';

export interface DataDirectory {
  readonly path: string;
  /** Whether a later start finds it again. */
  readonly isKept: boolean;
  /** Removes it, unless it is kept. */
  close(): void;
}

/** @param name a path, or `memory` for a directory that goes with the stage. */
export function openDataDirectory(name: string): DataDirectory {
  if (name === 'memory') {
    const path = mkdtempSync(join(tmpdir(), 'music-distribution-'));
    return { path, isKept: false, close: () => rmSync(path, { recursive: true, force: true }) };
  }
  const path = resolve(name);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new RefusedSetting(
      `DATA_DIR=${name} cannot be used: ${error instanceof Error ? error.message : error}`,
    );
  }
  return { path, isKept: true, close: () => {} };
}
