/** Genres of two levels: a genre without a parent is one that stores have a shelf for. */
import { attr, text } from './define/attribute.ts';
import { anyOf } from './define/filter.ts';
import { toOne } from './define/relationship.ts';
import { defineResource } from './define/resource.ts';

export const genres = defineResource({
  type: 'genres',
  group: 'reference',
  owner: 'platform',
  pageMeta: 'kebab',
  attributes: { name: attr(text(1, 100)) },
  relationships: { parent: toOne('genres') },
  operations: ['list', 'read'],
  filters: { id: anyOf('id'), name: anyOf('name') },
  sorts: ['name'],
  includes: ['parent'],
});
