/** The seven continents of music distribution, each with its countries (specification 2.1, 4.2). */
import { attr, oneOf } from '../../kit/declare/attribute.ts';
import { has, known } from '../../kit/declare/filter.ts';
import { toMany } from '../../kit/declare/relationship.ts';
import { defineResource, referenceData } from '../../kit/declare/resource.ts';

/** CA is Central America and the Caribbean, NA the rest of North America. */
export const continentKeys = ['AF', 'AS', 'EU', 'NA', 'SA', 'CA', 'OC'] as const;

export const continents = defineResource({
  ...referenceData,
  type: 'continents',
  about: 'A group of countries.',
  pageMeta: 'kebab',
  attributes: { key: attr(oneOf(continentKeys), { says: 'The code of the continent.' }) },
  relationships: { countries: toMany('countries', { inverse: 'continent', says: 'Its countries.' }) },
  filters: { key: known('key', continentKeys), 'has-countries': has('countries') },
  sorts: ['key'],
  includes: ['countries'],
});
