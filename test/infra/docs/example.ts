/** An example of the contributor's guide: a diff without line numbers. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

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

/** Writes the edit into a copy of the tree. @throws Error when the tree no longer has what a hunk finds. */
export function applyEdit({ of, file, hunks }: Edit, tree: string): void {
  const path = join(tree, file);
  mkdirSync(dirname(path), { recursive: true });
  let text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  for (const { before, after } of hunks) {
    if (before !== '' && text.split(before).length !== 2) {
      throw new Error(`${file} does not have these lines once, as ${of} expects:\n${before}`);
    }
    text = before === '' ? text + after : text.replace(before, () => after);
  }
  writeFileSync(path, text);
}
