/** Languages of ISO 639-1, for lyrics and for the metadata of releases. */
import * as v from 'valibot';
import { attr, text } from '../../kit/declare/attribute.ts';
import { anyOf } from '../../kit/declare/filter.ts';
import { defineResource, referenceData } from '../../kit/declare/resource.ts';

export const languages = defineResource({
  ...referenceData,
  type: 'languages',
  about: 'A language of titles or lyrics.',
  pageMeta: 'kebab',
  attributes: {
    name: attr(text(1, 100), { says: 'The name in English.' }),
    code: attr(v.pipe(v.string(), v.regex(/^[a-z]{2}$/)), { says: 'The code of ISO 639-1, two letters.' }),
  },
  filters: { id: anyOf('id'), name: anyOf('name') },
  sorts: ['name'],
});
