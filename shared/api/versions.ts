/** Versions of a recording a track can be (specification 2.9); no versions of this interface. */
import { attr, text } from './define/attribute.ts';
import { anyOf } from './define/filter.ts';
import { referenceResource } from './define/reference-resource.ts';

export const versions = referenceResource({
  type: 'versions',
  pageMeta: 'camel',
  attributes: { name: attr(text(1, 100)) },
  relationships: {},
  filters: { id: anyOf('id'), name: anyOf('name') },
});
