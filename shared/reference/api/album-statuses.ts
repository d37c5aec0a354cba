/** The statuses of albums (specification 3.3). The id of a status is its key. */
import { attr, oneOf, text } from '../../kit/declare/attribute.ts';
import { anyKnown, anyOf } from '../../kit/declare/filter.ts';
import { referenceResource } from '../../kit/declare/reference-resource.ts';
import { albumStatuses as keys } from '../rules/album-statuses.ts';

export const albumStatuses = referenceResource({
  type: 'album-statuses',
  about: 'A status of albums.',
  fields: {
    key: 'The status in `last-status`.',
    name: 'The name in English.',
  },
  pageMeta: 'kebab',
  attributes: { key: attr(oneOf(keys)), name: attr(text(1, 100)) },
  relationships: {},
  filters: { id: anyOf('id', { example: 'draft' }), key: anyKnown('key', keys) },
  sorts: ['key', 'name'],
  idPattern: /^[a-z_]{1,40}$/,
});
