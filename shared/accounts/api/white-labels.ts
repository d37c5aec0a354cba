/** Organizations, which the specification calls white labels. Each is its own owner, so users only see their own. */
import { attr, text, timestamps } from '../../kit/declare/attribute.ts';
import { defineResource } from '../../kit/declare/resource.ts';

export const whiteLabels = defineResource({
  type: 'white-labels',
  group: 'users',
  owner: 'organization',
  pageMeta: 'kebab',
  attributes: { name: attr(text(1, 255), { required: true }), ...timestamps },
  relationships: {},
  operations: ['read'],
});
