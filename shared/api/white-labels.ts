/** Organizations, under the name the field gives them. Each is its own owner: one reaches only one's own. */
import { attr, text, timestamps } from './define/attribute.ts';
import { defineResource } from './define/resource.ts';

export const whiteLabels = defineResource({
  type: 'white-labels',
  group: 'users',
  owner: 'organization',
  pageMeta: 'kebab',
  attributes: { name: attr(text(1, 255), { required: true }), ...timestamps },
  relationships: {},
  operations: ['read'],
});
