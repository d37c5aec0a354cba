/** Comments stand directly above their declarations, and name files that exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

const files = globSync('{bin,functions,infra,shared,test}/**/*.{ts,md}', { exclude: ['**/node_modules'] });
const sources = files.filter((file) => file.endsWith('.ts'));
const names = new Set(files.map((file) => basename(file)));

const DOC_COMMENT = /^[ \t]*\/\*\*(?:(?!\*\/).)*\*\//gms;
const COMMENT = /^[ \t]*\/\*.*?\*\/|(?<=^|\s)\/\/[^\n]*/gms;
/** With * for any name and <x> for some name. */
const PATH = /(?<![\w/.@-])(?:bin|docs|functions|infra|shared|test)\/[\w./*<>-]*[\w*>]/g;
const FILE_NAME = /(?<![\w/.*>-])[\w-]+(?:\.[\w-]+)*\.(?:ts|md)\b/g;

/**
 * @returns the doc comments right before another one. The header of a file may be, with a line between them.
 */
const orphansIn = (source: string): string[] =>
  [...source.matchAll(DOC_COMMENT)].flatMap(({ 0: comment, index }) => {
    const rest = source.slice(index + comment.length);
    const isHeader = index === 0 && rest.startsWith('\n\n');
    return /^\s*\/\*\*/.test(rest) && !isHeader ? [comment.trim()] : [];
  });

/** @returns the paths and file names in comments that do not exist. */
const strangersIn = (source: string): string[] => {
  const comments = source.match(COMMENT) ?? [];
  const paths = comments.flatMap((comment) => comment.match(PATH) ?? []);
  const bare = comments.flatMap((comment) => comment.match(FILE_NAME) ?? []);
  const isMissing = (path: string) =>
    path.includes('*') || path.includes('<')
      ? globSync(path.replaceAll(/<[^>]*>/g, '*')).length === 0
      : !existsSync(path);
  return [...paths.filter(isMissing), ...bare.filter((name) => !names.has(name))];
};

const foundIn = (find: (source: string) => string[]) =>
  sources.flatMap((file) => find(readFileSync(file, 'utf8')).map((found) => `${file}: ${found}`));

it('no doc comment is followed by another doc comment', () => {
  expect(orphansIn('/** One. */\n/** Two. */\nconst two = 2;\n\n  /** Three. */\n\n  /** Four. */')).toEqual([
    '/** One. */',
    '/** Three. */',
  ]);
  expect(foundIn(orphansIn)).toEqual([]);
});

it('every path and every file that a comment names exists', () => {
  const comment =
    '/** shared/nothing, shared/<none>/x.ts and nothing.ts; shared/*/api, test/infra/docs. */\n';
  expect(strangersIn(`${comment}const x = 'shared/text'; ${'//'} bin/nothing.ts`)).toEqual([
    'shared/nothing',
    'shared/<none>/x.ts',
    'bin/nothing.ts',
    'nothing.ts',
  ]);
  expect(foundIn(strangersIn)).toEqual([]);
});
