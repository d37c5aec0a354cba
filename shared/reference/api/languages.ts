/** Languages of ISO 639-1, for lyrics and for the metadata of releases. */
import * as v from 'valibot';
import { attr, text } from '../../kit/declare/attribute.ts';
import { anyOf } from '../../kit/declare/filter.ts';
import { referenceResource } from '../../kit/declare/reference-resource.ts';

export const languages = referenceResource({
  type: 'languages',
  about: 'A language of titles or lyrics.',
  fields: {
    name: 'The name in English.',
    code: 'The code of ISO 639-1, two letters.',
  },
  pageMeta: 'kebab',
  attributes: {
    name: attr(text(1, 100)),
    code: attr(v.pipe(v.string(), v.regex(/^[a-z]{2}$/))),
  },
  relationships: {},
  filters: { id: anyOf('id'), name: anyOf('name') },
  sorts: ['name'],
});
