/** Genres on two levels: main genres, and subgenres with a parent. */
import { attr, text } from '../../kit/declare/attribute.ts';
import { anyOf } from '../../kit/declare/filter.ts';
import { toOne } from '../../kit/declare/relationship.ts';
import { defineResource, referenceData } from '../../kit/declare/resource.ts';

export const genres = defineResource({
  ...referenceData,
  type: 'genres',
  about: 'A genre of music, or a subgenre with a parent.',
  pageMeta: 'kebab',
  attributes: { name: attr(text(1, 100), { says: 'The name in English.' }) },
  relationships: { parent: toOne('genres', { says: 'The main genre of a subgenre.' }) },
  filters: { id: anyOf('id'), name: anyOf('name') },
  sorts: ['name'],
  includes: ['parent'],
});
