/** The records of decisions have one form, and every document can be found from the README. */
import { readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pages, readPage, root } from './pages.ts';

const folder = 'docs/decisions';
const names = readdirSync(join(root, folder)).filter((name) => /^\d/.test(name));
const pageOf = new Map(pages.map((page) => [page.file, page]));
const linkedFrom = (file: string): string[] =>
  (pageOf.get(file)?.links ?? []).flatMap((link) =>
    /^\w+:|^#/.test(link) ? [] : [normalize(join(dirname(file), link.replace(/#.*/, '')))],
  );

describe('the decisions', () => {
  it.each(names)('record a context, a decision, consequences and a limit: %s', (name) => {
    const { anchors } = pageOf.get(join(folder, name)) ?? readPage('', '');
    expect([...anchors].slice(1)).toEqual([
      'context',
      'decision',
      'consequences',
      'limit-and-when-to-decide-again',
    ]);
  });

  it('are numbered without gaps, and listed in this order', () => {
    const expected = names.map((_, index) => String(index + 1).padStart(3, '0'));
    expect(names.map((name) => name.slice(0, 3))).toEqual(expected);
    expect(linkedFrom(`${folder}/README.md`)).toEqual(names.map((name) => join(folder, name)));
  });
});

it('every document can be reached from the README', () => {
  const reached = new Set(['README.md']);
  for (const file of reached) for (const link of linkedFrom(file)) reached.add(link);
  // GitHub shows these automatically.
  const shown = ['.github/CONTRIBUTING.md', '.github/pull_request_template.md'];
  // Documents beside declarations are on the pages of types.
  const lost = pages
    .map(({ file }) => file)
    .filter((file) => !reached.has(file) && !shown.includes(file) && !/^shared\/\w+\/api\//.test(file));
  expect(lost).toEqual([]);
});
