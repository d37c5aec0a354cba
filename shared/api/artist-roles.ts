/** What an artist is on a track or an album (specification 2.9). */
import { attr, text } from './define/attribute.ts';
import { anyOf } from './define/filter.ts';
import { defineResource } from './define/resource.ts';

export const artistRoles = defineResource({
  type: 'artist-roles',
  group: 'reference',
  owner: 'platform',
  pageMeta: 'camel',
  attributes: { key: attr(text(1, 64)) },
  relationships: {},
  operations: ['list', 'read'],
  filters: { id: anyOf('id'), key: anyOf('key') },
  sorts: ['key'],
});
