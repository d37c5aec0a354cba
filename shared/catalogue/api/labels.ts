/** Labels. A POST with the name of one of the user's labels returns that label (specification 2.4, 4.5). */
import * as v from 'valibot';
import { attr, multilineText, text, timestamps } from '../../kit/declare/attribute.ts';
import { has, partial } from '../../kit/declare/filter.ts';
import { toMany } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';

export const labels = defineResource({
  type: 'labels',
  about: 'A brand that albums are released on.',
  fields: {
    name: 'The name that stores show. Unique for the owner.',
    description: 'A text for the owner. Stores do not get it.',
    albums: 'The albums on the label.',
  },
  group: 'labels',
  owner: 'user',
  pageMeta: 'kebab',
  docs: [
    'A label with albums cannot be deleted: 422 `label_has_albums`.',
    'Names are stored as sent and compared trimmed, NFC-normalized and case-insensitively. Renaming a label to the name of another is a 422.',
    'A POST with the name of a label returns that label. A `description` in the POST replaces the stored one, and null clears it, as in a PATCH. A POST without `description` leaves it.',
  ],
  attributes: {
    name: attr(text(1, 255), { required: true }),
    description: attr(v.nullable(multilineText(0, 300))),
    ...timestamps,
  },
  relationships: { albums: toMany('albums', { inverse: 'label', linkage: 'single' }) },
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
