/** The seven continents of music distribution, each with its countries (specification 2.1, 4.2). */
import { attr, oneOf } from '../../kit/declare/attribute.ts';
import { has, known } from '../../kit/declare/filter.ts';
import { referenceResource } from '../../kit/declare/reference-resource.ts';
import { toMany } from '../../kit/declare/relationship.ts';

/** CA is Central America and the Caribbean, NA the rest of North America. */
export const continentKeys = ['AF', 'AS', 'EU', 'NA', 'SA', 'CA', 'OC'] as const;

export const continents = referenceResource({
  type: 'continents',
  about: 'A group of countries.',
  fields: {
    key: 'The code of the continent.',
    countries: 'Its countries.',
  },
  pageMeta: 'kebab',
  attributes: { key: attr(oneOf(continentKeys)) },
  relationships: { countries: toMany('countries', { inverse: 'continent' }) },
  filters: { key: known('key', continentKeys), 'has-countries': has('countries') },
  sorts: ['key'],
  includes: ['countries'],
});
