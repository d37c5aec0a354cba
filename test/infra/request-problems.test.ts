/** A request and the validation before it find the same problems, because the rules are in one place. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const importsOf = (file: string): string[] =>
  Array.from(
    readFileSync(join(root, file), 'utf8').matchAll(/^import (?:\{([^}]*)\}|\S+) from '([^']+)'/gms),
    ([, names = '', from = '']) => names.split(',').map((name) => `${from} ${name.trim()}`),
  ).flat();

/** Rules that reject new requests. */
const shared = importsOf('shared/distribution/request-problems.ts').filter(
  (each) => /Problems$|missingItems$/.test(each) && each.includes('/rules/'),
);

it.each([
  ['validation', 'shared/distribution/actions/validate-album.ts'],
  // A change of the type of a request has its own rules.
  ['request', 'shared/distribution/hooks/request-hooks.ts'],
])('a %s decides with the shared functions', (_, file) => {
  const names = importsOf(file).map((each) => each.split(' ').at(-1));
  expect(names).toContain('newRequestProblems');
  expect(names).toContain('typeProblems');
});

it('a validation calls none of the rules of requests itself', () => {
  expect(shared.length).toBeGreaterThan(4);
  const rules = shared.map((each) => each.split(' ').at(-1));
  const called = importsOf('shared/distribution/actions/validate-album.ts').map((each) =>
    each.split(' ').at(-1),
  );
  expect(called.filter((name) => rules.includes(name))).toEqual([]);
});
