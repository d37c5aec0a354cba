/** Documents that longer tests follow step by step (test/scenarios.ts) still fit the tree and what those tests expect. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { walks } from '../../support/walk/expectations.ts';
import { walkSteps } from '../../support/walk/walk.ts';
import { edited, editsIn } from './example.ts';
import { root } from './pages.ts';

it.each(walks)('the steps of $file have the titles that their test expects', (walk) => {
  expect(walkSteps(walk).length).toBeGreaterThan(1);
});

it('the guide to a first change shows lines that the files have', () => {
  const edits = editsIn('docs/first-change.md');
  expect(edits.length).toBeGreaterThan(1);
  for (const edit of edits) {
    const path = join(root, edit.file);
    expect(edited(edit, existsSync(path) ? readFileSync(path, 'utf8') : '')).not.toBe('');
  }
});
