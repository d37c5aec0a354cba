/** Sources, tests and documents use the words of the contributor's guide. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './pages.ts';

const GUIDE = 'docs/contributing.md';

/** Exceptions: names of stored attributes, and of decisions on requests. */
const kept: Readonly<Record<string, readonly string[]>> = {
  'shared/kit/http/idempotency.ts': ['answer'],
  'test/table/kit/http/idempotency.test.ts': ['answer'],
  'shared/distribution/rules/decision-words.ts': ['refuse'],
  'shared/distribution/rules/distribution.ts': ['refuse'],
  'shared/distribution/review/request-decision.ts': ['refuse'],
};

const [, table = ''] = readFileSync(join(root, GUIDE), 'utf8').split('\n## Words\n');
const words = table
  .split('\n')
  .flatMap((line) =>
    line.startsWith('| `') ? (line.split('|')[1]?.match(/[^`]+(?=`(?:,| *$))/g) ?? []) : [],
  );

/** Not after "there", nor before "longer" and the like. A word in quotes is a value. */
const word = new RegExp(
  `(?<!\\w|there )(?<!'(?=\\w+'))(?:${words.join('|')})(?!\\w| longer| more)`.replaceAll(' ', '\\s+'),
  'gi',
);

/** @returns the words of the list that the text uses, also within names such as hasAnswered. */
const foundIn = (text: string): string[] =>
  (text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').match(word) ?? []).map((found) => found.toLowerCase());

const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter(
    (file) =>
      /\.(c?ts|js|md|html|css|jsonc)$/.test(file) && file !== GUIDE && !file.endsWith('words.test.ts'),
  );

it('words are found in names and sentences, but not in values', () => {
  expect(words.length).toBeGreaterThan(40);
  expect(foundIn('const wasRefused = await hasAnswered(); // It is no error. It was\n * left out.')).toEqual([
    'refused',
    'answered',
    'is no',
    'left out',
  ]);
  expect(
    foundIn("There is no answerable state: 'refused', usage_file_refused. It is no longer there."),
  ).toEqual([]);
});

it('no file uses a word that the guide for contributors replaces', () => {
  const found = files.flatMap((file) =>
    foundIn(readFileSync(join(root, file), 'utf8'))
      .filter((each) => !kept[file]?.includes(each))
      .map((each) => `${file}: ${each}`),
  );
  expect(found).toEqual([]);
});
