/** Countries and territories of ISO 3166-1, and Kosovo (specification 2.1, 4.2). */
import * as v from 'valibot';
import { attr, text } from '../../kit/declare/attribute.ts';
import { anyOf, related } from '../../kit/declare/filter.ts';
import { toOne } from '../../kit/declare/relationship.ts';
import { defineResource, referenceData } from '../../kit/declare/resource.ts';

export const countries = defineResource({
  ...referenceData,
  type: 'countries',
  about: 'A country or territory in which releases can be offered.',
  pageMeta: 'kebab',
  attributes: {
    name: attr(text(1, 100), { says: 'The name in English.' }),
    'alpha2-code': attr(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)), {
      says: 'The code of ISO 3166-1, two letters, or XK.',
    }),
  },
  relationships: { continent: toOne('continents', { always: true, says: 'The continent.' }) },
  filters: { 'continent-id': related('continent'), id: anyOf('id'), name: anyOf('name') },
  sorts: ['name'],
  includes: ['continent'],
});
