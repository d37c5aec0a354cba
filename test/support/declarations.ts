/**
 * A few declarations with everything that follows from a change of records: unique values, counts, link
 * lists, quotas.
 */

import { attr, integer, oneOf, text } from '../../shared/kit/declare/attribute.ts';
import { toOne } from '../../shared/kit/declare/relationship.ts';
import { defineApi } from './define-api.ts';
import { defineResource } from './undescribed.ts';

const plain = { group: 'g', owner: 'user', pageMeta: 'kebab', operations: ['read'] } as const;

export const labels = defineResource({
  ...plain,
  type: 'labels',
  attributes: { name: attr(text(1)) },
  relationships: {},
});
export const artists = defineResource({
  ...plain,
  type: 'artists',
  attributes: { name: attr(text(1)) },
  relationships: {},
  smartCreation: { by: 'name', updates: [], duplicates: 'allow-duplicate-name' },
});
export const albums = defineResource({
  ...plain,
  type: 'albums',
  attributes: { title: attr(text(1)) },
  relationships: { label: toOne('labels', { blocksDeletion: { code: 'value_taken', detail: 'In use.' } }) },
});
export const places = defineResource({
  ...plain,
  type: 'places',
  attributes: { order: attr(integer(1)) },
  relationships: { album: toOne('albums') },
});
export const requests = defineResource({
  ...plain,
  type: 'requests',
  attributes: { status: attr(oneOf(['open', 'closed']), { initial: 'open' }) },
  relationships: { album: toOne('albums') },
});
export const endpoints = defineResource({
  ...plain,
  type: 'endpoints',
  attributes: {},
  relationships: {},
  quota: { max: 2, code: 'limit_reached', detail: 'Two are the most.' },
});

export const api = defineApi({
  resources: [labels, artists, albums, places, requests, endpoints],
  endpoints: [],
  keys: {
    labels: { unique: { name: 'owner' } },
    artists: { unique: { name: 'owner' } },
    albums: { links: { label: {} } },
    places: { links: { album: { max: 2, by: 'order' } } },
    requests: { unique: { album: { scope: 'platform', while: ({ status }) => status === 'open' } } },
    endpoints: {},
  },
});
