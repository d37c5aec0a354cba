/** The statuses of albums (specification 3.3). The id of a status is its key. */
import { albumStatuses as keys } from '../../catalogue/rules/catalogue.ts';
import { attr, oneOf, text } from '../../kit/declare/attribute.ts';
import { anyKnown, anyOf } from '../../kit/declare/filter.ts';
import { defineResource } from '../../kit/declare/resource.ts';

export const albumStatuses = defineResource({
  type: 'album-statuses',
  group: 'reference',
  owner: 'platform',
  pageMeta: 'kebab',
  attributes: { key: attr(oneOf(keys)), name: attr(text(1, 100)) },
  relationships: {},
  operations: ['list', 'read'],
  filters: { id: anyOf('id', { example: 'draft' }), key: anyKnown('key', keys) },
  sorts: ['key', 'name'],
  idPattern: /^[a-z_]{1,40}$/,
});
