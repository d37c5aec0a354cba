/** Versions of a recording, such as Remix or Live (specification 2.9). Not API versions. */
import { attr, text } from '../../kit/declare/attribute.ts';
import { anyOf } from '../../kit/declare/filter.ts';
import { referenceResource } from '../../kit/declare/reference-resource.ts';

export const versions = referenceResource({
  type: 'versions',
  about: 'A usual version of a recording, such as Remix or Live.',
  fields: {
    name: 'The name in English.',
  },
  pageMeta: 'camel',
  attributes: { name: attr(text(1, 100)) },
  relationships: {},
  filters: { id: anyOf('id'), name: anyOf('name') },
});
