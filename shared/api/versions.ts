/** Versions of a recording a track can be (specification 2.9); no versions of this interface. */
import { attr, text } from './define/attribute.ts';
import { anyOf } from './define/filter.ts';
import { defineResource } from './define/resource.ts';

export const versions = defineResource({
  type: 'versions',
  group: 'reference',
  owner: 'platform',
  pageMeta: 'camel',
  attributes: { name: attr(text(1, 100)) },
  relationships: {},
  operations: ['list', 'read'],
  filters: { id: anyOf('id'), name: anyOf('name') },
});
