/** Genres on two levels: main genres, and subgenres with a parent. */
import { attr, text } from '../../kit/declare/attribute.ts';
import { anyOf } from '../../kit/declare/filter.ts';
import { referenceResource } from '../../kit/declare/reference-resource.ts';
import { toOne } from '../../kit/declare/relationship.ts';

export const genres = referenceResource({
  type: 'genres',
  about: 'A genre of music, or a subgenre with a parent.',
  fields: {
    name: 'The name in English.',
    parent: 'The main genre of a subgenre.',
  },
  pageMeta: 'kebab',
  attributes: { name: attr(text(1, 100)) },
  relationships: { parent: toOne('genres') },
  filters: { id: anyOf('id'), name: anyOf('name') },
  sorts: ['name'],
  includes: ['parent'],
});
