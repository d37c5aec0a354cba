/** Countries and territories of ISO 3166-1 (specification 2.1, 4.2). */
import * as v from 'valibot';
import { attr, text } from '../../kit/declare/attribute.ts';
import { anyOf, related } from '../../kit/declare/filter.ts';
import { referenceResource } from '../../kit/declare/reference-resource.ts';
import { toOne } from '../../kit/declare/relationship.ts';

export const countries = referenceResource({
  type: 'countries',
  about: 'A country or territory in which releases can be offered.',
  fields: {
    name: 'The name in English.',
    'alpha2-code': 'The code of ISO 3166-1, two letters.',
    continent: 'The continent.',
  },
  pageMeta: 'kebab',
  docs: ['The 248 countries of ISO 3166-1 without Antarctica.'],
  attributes: {
    name: attr(text(1, 100)),
    'alpha2-code': attr(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))),
  },
  relationships: { continent: toOne('continents') },
  filters: { 'continent-id': related('continent'), id: anyOf('id'), name: anyOf('name') },
  sorts: ['name'],
  includes: ['continent'],
});
