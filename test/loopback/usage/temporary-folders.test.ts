/** Temporary folders left by killed functions are deleted, but not those in use. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolders } from '../../../shared/usage/import/temporary-folders.ts';

it('temporary folders are deleted once no running function can use them', () => {
  const directory = mkdtempSync(join(tmpdir(), 'folders-'));
  vi.stubEnv('TMPDIR', directory);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(directory, { recursive: true });
  });
  const { pid: dead } = spawnSync(process.execPath, ['--version']);
  const { pid, ppid } = process;
  const left = [`report-${dead}-0-a`, `report-${pid}-${threadId}-b`];
  const used = [`report-${ppid}-0-c`, `report-${pid}-${threadId + 1}-d`, `usage-${dead}-0-e`, 'report-f'];
  for (const name of [...left, ...used]) {
    mkdirSync(join(directory, name));
    writeFileSync(join(directory, name, 'lines'), 'x');
  }
  const newFolder = temporaryFolders('report');
  expect([...left, ...used].filter((name) => existsSync(join(directory, name)))).toEqual(used);
  const made = [newFolder(), newFolder()];
  expect(new Set(made).size).toBe(2);
  for (const path of made) expect(basename(path)).toMatch(new RegExp(`^report-${pid}-${threadId}-`));
});
