/** Versions of a recording, such as Remix or Live (specification 2.9). Not API versions. */
import { attr, text } from '../../kit/declare/attribute.ts';
import { anyOf } from '../../kit/declare/filter.ts';
import { defineResource, referenceData } from '../../kit/declare/resource.ts';

export const versions = defineResource({
  ...referenceData,
  type: 'versions',
  about: 'A usual version of a recording, such as Remix or Live.',
  pageMeta: 'camel',
  attributes: { name: attr(text(1, 100), { says: 'The name in English.' }) },
  filters: { id: anyOf('id'), name: anyOf('name') },
});
