/** Applies the steps of the guide to a first change to a copy of the tree, and compares the results. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import { afterAll, expect, it } from 'vitest';
import { applyEdit, editsOf } from './example.ts';
import { root } from './pages.ts';
import { TreeCopy } from './tree-copy.ts';

const guide = marked.lexer(readFileSync(join(root, 'docs/first-change.md'), 'utf8'));
const blocks = (language: string): string[] =>
  guide.flatMap((token) =>
    token.type === 'code' && token['lang'] === language ? [String(token['text'])] : [],
  );
const edits = blocks('diff').flatMap((block) => editsOf(`${block}\n`, 'docs/first-change.md'));

const copy = new TreeCopy();
afterAll(() => copy[Symbol.dispose]());

it('the attribute works after all steps of the guide', async () => {
  for (const edit of edits) applyEdit(edit, copy.folder);
  expect(await copy.run('node', 'bin/openapi.ts', '--to', '-')).toContain('"website"');
  const tests = ['openapi', 'docs/versions', 'catalogue/labels.test'];
  await copy.run('vitest', 'run', '--config', 'test/vitest.config.ts', '-t', '(labels|compatible)', ...tests);
});
