/** Labels. A POST with the name of one of the user's labels returns that label (specification 2.4, 4.5). */
import * as v from 'valibot';
import {
  attr,
  documentedAs,
  multilineText,
  text,
  timestamps,
  visibleText,
} from '../../kit/declare/attribute.ts';
import { has, partial } from '../../kit/declare/filter.ts';
import { toMany } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';

export const labels = defineResource({
  type: 'labels',
  about: 'A brand that albums are released on.',
  group: 'labels',
  owner: 'user',
  pageMeta: 'kebab',
  attributes: {
    name: attr(visibleText(1, 255), {
      required: true,
      ...documentedAs(text(1, 255)),
      says: 'The name that stores show. Unique for the owner.',
    }),
    description: attr(v.nullable(multilineText(0, 300)), {
      says: 'A text for the owner. Stores do not get it.',
    }),
    ...timestamps,
  },
  relationships: {
    albums: toMany('albums', { inverse: 'label', linkage: 'single', says: 'The albums on the label.' }),
  },
  operations: ['list', 'read', 'create', 'update', 'delete'],
  filters: {
    name: partial('name'),
    description: partial('description'),
    'has-albums': has('albums'),
  },
  sorts: ['name', 'created-at', 'updated-at'],
  includes: ['albums'],
  smartCreation: { by: 'name', updates: ['description'], clearedByNull: true },
});
