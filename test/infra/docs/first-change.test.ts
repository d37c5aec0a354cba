/** Applies the steps of the guide to a first change to a copy of the tree, and compares the results. */
import { afterAll, expect, it } from 'vitest';
import { applyEdit, editsIn } from './example.ts';
import { TreeCopy } from './tree-copy.ts';

const copy = new TreeCopy();
afterAll(() => copy[Symbol.dispose]());

it('the attribute works after all steps of the guide', async () => {
  for (const edit of editsIn('docs/first-change.md')) applyEdit(edit, copy.folder);
  expect(await copy.run('node', 'bin/openapi.ts', '--to', '-')).toContain('"website"');
  const tests = ['openapi', 'docs/versions', 'catalogue/labels.test'];
  await copy.run('vitest', 'run', '--config', 'test/vitest.config.ts', '-t', '(labels|compatible)', ...tests);
});
