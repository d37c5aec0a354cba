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
const [declaration = [], ...rest] = blocks('diff').map((block) => editsOf(`${block}\n`));

const copy = new TreeCopy();
afterAll(() => copy[Symbol.dispose]());
const tests = ['frozen-layout', 'openapi', 'docs/versions'];
const vitest = ['run', '--config', 'test/vitest.config.ts', '-t', '(labels|compatible)'];

it('an attribute with only a declaration fails with the messages in the guide', {
  timeout: 60_000,
}, async () => {
  for (const edit of declaration) applyEdit(edit, copy.folder);
  const failures = await copy.runInVain('vitest', ...vitest, ...tests);
  const shown = blocks('text');
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.filter((message) => !failures.includes(message))).toEqual([]);
});

it('the attribute works after all steps of the guide', { timeout: 120_000 }, async () => {
  for (const edit of rest.flat()) applyEdit(edit, copy.folder);
  expect(await copy.run('node', 'bin/openapi.ts', '--to', '-')).toContain('"website"');
  await copy.run('vitest', ...vitest, ...tests, 'functions/labels.test');
});
