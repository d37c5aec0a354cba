import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { resolverOf } from '../../../../infra/operator/catalogue/masters.ts';
import { readFolder } from '../../../../infra/operator/catalogue/read-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'folder-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('links in a folder are not followed, which is a note', async () => {
  mkdirSync(join(folder, 'a'));
  mkdirSync(join(folder, 'named.csv'));
  writeFileSync(join(folder, 'a/c.csv'), 'upc,album-title,track,title\n850001000123,Tides,1,One\n');
  symlinkSync(join(folder, 'a/c.csv'), join(folder, 'b.csv'));
  symlinkSync('/etc', join(folder, 'etc'));
  const { files, problems, notes } = await readFolder(folder, {
    resolve: resolverOf(undefined),
    now: new Date(),
  });
  expect({ files, problems }).toEqual({ files: 1, problems: [] });
  expect(notes.toSorted((left, right) => (left.place < right.place ? -1 : 1))).toEqual([
    { note: 'Symbolic links are not followed.', place: 'b.csv' },
    { note: 'Symbolic links are not followed.', place: 'etc' },
  ]);
});
