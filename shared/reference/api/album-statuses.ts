/** The statuses of albums (specification 3.3). The id of a status is its key. */
import { attr, oneOf, text } from '../../kit/declare/attribute.ts';
import { anyKnown, anyOf } from '../../kit/declare/filter.ts';
import { defineResource, referenceData } from '../../kit/declare/resource.ts';
import { albumStatuses as keys } from '../rules/album-statuses.ts';

export const albumStatuses = defineResource({
  ...referenceData,
  type: 'album-statuses',
  about: 'A status of albums.',
  pageMeta: 'kebab',
  attributes: {
    key: attr(oneOf(keys), { says: 'The status in `last-status`.' }),
    name: attr(text(1, 100), { says: 'The name in English.' }),
  },
  filters: { id: anyOf('id', { example: 'draft' }), key: anyKnown('key', keys) },
  sorts: ['key', 'name'],
  idPattern: /^[a-z_]{1,40}$/,
});
