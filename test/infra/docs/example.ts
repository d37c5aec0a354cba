/** An example of the contributor's guide: a diff without line numbers. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { marked } from 'marked';
import { root } from './pages.ts';

interface Edit {
  /** The document with the example. */
  readonly of: string;
  readonly file: string;
  /** The old and the new text of each hunk. */
  readonly hunks: readonly { readonly before: string; readonly after: string }[];
}

/** @param diff with a line `+++ b/PATH` before the hunks of each file, and a line `@@` before each hunk. */
export const editsOf = (diff: string, of: string): readonly Edit[] =>
  diff
    .split(/^\+\+\+ b\//m)
    .slice(1)
    .map((part) => {
      const [file = '', ...hunks] = part.split(/\n@@.*\n/);
      return { of, file, hunks: hunks.map(hunkOf) };
    });

function hunkOf(text: string) {
  const lines = text.replace(/\n$/, '').split('\n');
  const without = (sign: string) =>
    lines.flatMap((line) => (line.startsWith(sign) ? [] : [`${line.slice(1)}\n`])).join('');
  return { before: without('+'), after: without('-') };
}

/** @param text of the file; empty if there is none. @throws Error when it no longer has what a hunk finds. */
export function edited({ of, file, hunks }: Edit, text: string): string {
  return hunks.reduce((before, hunk) => {
    if (hunk.before === '') return before + hunk.after;
    if (before.split(hunk.before).length !== 2)
      throw new Error(`${file} does not have these lines once, as ${of} expects:\n${hunk.before}`);
    return before.replace(hunk.before, () => hunk.after);
  }, text);
}

/** @returns the edits that the diffs in a document show. */
export const editsIn = (document: string): readonly Edit[] =>
  marked
    .lexer(readFileSync(join(root, document), 'utf8'))
    .flatMap((token) => (token.type === 'code' && token['lang'] === 'diff' ? [String(token['text'])] : []))
    .flatMap((block) => editsOf(`${block}\n`, document));

/** Writes the edit into a copy of the tree. @throws Error when the tree no longer has what a hunk finds. */
export function applyEdit(edit: Edit, tree: string): void {
  const path = join(tree, edit.file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, edited(edit, text));
}
