/**
 * What is bundled with each group, computed from the declarations. A type that a function does not know would
 * be skipped when records that link to a deleted one are deleted, cleared or counted.
 */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { neededBy } from '../../infra/bundle/function-features.ts';
import { groupTypes } from '../../infra/functions/group-types.ts';
import { has } from '../../shared/kit/declare/filter.ts';
import { toMany, toOne } from '../../shared/kit/declare/relationship.ts';
import { api } from '../../shared/service/api.ts';
import { defineResource } from '../support/undescribed.ts';
import { bundled } from './synthesis.ts';

const groups = [...new Set([...api.resources, ...api.endpoints].map(({ group }) => group))];
const { inputs, outputs } = (await bundled()).metafile;

const filesOf = (group: string): string[] => {
  const [, bundle] = Object.entries(outputs).find(([path]) => path.endsWith(`/${group}/index.mjs`)) ?? [];
  return Object.keys(bundle?.inputs ?? {});
};
const partsOf = (group: string, part: 'hooks' | 'views'): string[] =>
  filesOf(group).filter((file) => new RegExp(`^shared/\\w+/${part}/`).test(file));

/** The features whose declarations the actions and hooks of a group import. */
function featuresImportedBy(group: string): Set<string> {
  const bundle = new Set(filesOf(group));
  const seen = new Set<string>();
  const follow = (file: string): void => {
    if (seen.has(file) || !bundle.has(file) || /\/service\/|\/feature\.ts(\?|$)/.test(file)) return;
    seen.add(file);
    for (const { path } of inputs[file]?.imports ?? []) follow(path);
  };
  for (const file of [`functions/${group}/handler.ts`, ...partsOf(group, 'hooks')]) follow(file);
  return new Set([...seen].flatMap((file) => /^shared\/(\w+)\/api\//.exec(file)?.[1] ?? []));
}

describe('the bundle of a group', () => {
  it('has only the hooks of its types and of the link types deleted with them', () => {
    expect(partsOf('album-dsps', 'hooks')).toContain('shared/catalogue/hooks/album-dsp-hooks.ts');
    expect(partsOf('tracks', 'hooks')).toContain('shared/catalogue/hooks/album-track-hooks.ts');
    expect(partsOf('tracks', 'hooks')).toContain('shared/matching/hooks/track-hooks.ts');
    expect(partsOf('webhooks', 'hooks')).toEqual(['shared/webhooks/hooks/endpoint-hooks.ts']);
    expect(partsOf('labels', 'hooks')).not.toContain('shared/matching/hooks/track-hooks.ts');
    expect(partsOf('royalties', 'hooks')).toEqual([]);
  });

  it('has only the views of its types and of the types they include', () => {
    expect(partsOf('labels', 'views')).toContain('shared/catalogue/views/albums.ts');
    expect(partsOf('webhooks', 'views')).toEqual(['shared/webhooks/views/webhook-events.ts']);
    expect(partsOf('auth', 'views')).toEqual([]);
  });

  it.each(groups)('has the declarations that actions and hooks of %s import', (group) => {
    const isNeeded = neededBy([group]);
    const imported = featuresImportedBy(group);
    expect([...imported].filter((feature) => !isNeeded(feature, 'types'))).toEqual([]);
  });
});

it.each(globSync('shared/*/feature.ts'))(
  '%s has only literals, so that esbuild can omit unused ones',
  (file) => {
    const text = readFileSync(file, 'utf8').replace(/\/\*.*?\*\//gs, '');
    expect(text.match(/\(|\.\.\./)).toBe(null);
  },
);

describe('the types of a group', () => {
  const plain = { owner: 'user', pageMeta: 'kebab', attributes: {}, operations: ['read', 'delete'] } as const;
  const declared = (onDelete: 'cascade' | 'keep') => ({
    resources: [
      defineResource({
        ...plain,
        type: 'shelves',
        group: 'shelves',
        relationships: { books: toMany('books', { inverse: 'shelf' }) },
        filters: { 'has-books': has('books') },
        includes: ['books.author'],
      }),
      defineResource({
        ...plain,
        type: 'books',
        group: 'books',
        relationships: { shelf: toOne('shelves', { onDelete }), author: toOne('authors') },
      }),
      defineResource({
        ...plain,
        type: 'loans',
        group: 'loans',
        relationships: { book: toOne('books', { onDelete: 'cascade' }), reader: toOne('readers') },
      }),
      ...['authors', 'readers', 'dogs'].map((type) =>
        defineResource({ ...plain, type, group: type, relationships: {} }),
      ),
    ],
    keys: { shelves: {}, books: {}, loans: {}, authors: {}, readers: {}, dogs: {} },
  });
  const typesOf = (onDelete: 'cascade' | 'keep') => {
    const { shown, written, reached } = groupTypes(declared(onDelete), ['shelves']);
    return { shown: [...shown].sort(), written: [...written].sort(), reached: [...reached].sort() };
  };

  it('are those it shows, those deleted with its own, and those these link to', () => {
    expect(typesOf('cascade')).toEqual({
      shown: ['authors', 'books', 'shelves'],
      written: ['books', 'loans', 'shelves'],
      reached: ['authors', 'books', 'loans', 'readers', 'shelves'],
    });
  });

  it('are fewer when deletions do not cascade', () => {
    expect(typesOf('keep')).toMatchObject({
      written: ['shelves'],
      reached: ['authors', 'books', 'shelves'],
    });
  });
});
