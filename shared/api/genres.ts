/** Genres of two levels: a genre without a parent is one that stores have a shelf for. */
import { attr, text } from './define/attribute.ts';
import { anyOf } from './define/filter.ts';
import { referenceResource } from './define/reference-resource.ts';
import { toOne } from './define/relationship.ts';

export const genres = referenceResource({
  type: 'genres',
  pageMeta: 'kebab',
  attributes: { name: attr(text(1, 100)) },
  relationships: { parent: toOne('genres') },
  filters: { id: anyOf('id'), name: anyOf('name') },
  sorts: ['name'],
  includes: ['parent'],
});
