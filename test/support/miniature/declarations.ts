/** A catalogue in miniature: everything a rich resource needs of the kit, as declarations. No code here knows the table. */
import * as v from 'valibot';
import { whiteLabels } from '../../../shared/accounts/api/white-labels.ts';
import { showsList, showsRecord } from '../../../shared/kit/declare/answer.ts';
import { defineApi } from '../../../shared/kit/declare/api.ts';
import {
  attr,
  countOf,
  integer,
  keptApart,
  oneOf,
  text,
  timestamps,
} from '../../../shared/kit/declare/attribute.ts';
import { anyOf, exact, has, known, partial, related } from '../../../shared/kit/declare/filter.ts';
import { toMany, toOne } from '../../../shared/kit/declare/relationship.ts';
import { defineResource } from '../../../shared/kit/declare/resource.ts';

const group = 'miniature';
const everything = ['list', 'read', 'create', 'update', 'delete'] as const;

/** Owners are real users, seen by their name alone. */
const users = defineResource({
  type: 'users',
  group: 'people',
  owner: 'organization',
  pageMeta: 'kebab',
  attributes: { name: attr(text(1, 255)) },
  relationships: {},
  operations: ['read'],
});

export const stores = defineResource({
  type: 'stores',
  group,
  owner: 'platform',
  pageMeta: 'kebab',
  attributes: { name: attr(text(1, 40)) },
  relationships: {},
  operations: ['list', 'read'],
});

export const labels = defineResource({
  type: 'labels',
  group,
  owner: 'user',
  pageMeta: 'kebab',
  attributes: {
    name: attr(text(1, 40), { required: true }),
    'albums-count': countOf('albums.label'),
    ...timestamps,
  },
  relationships: { albums: toMany('albums', { inverse: 'label' }) },
  operations: everything,
  filters: { name: partial('name'), 'has-albums': has('albums') },
  sorts: ['name'],
  includes: ['albums.tracks'],
  smartCreation: { by: 'name', updates: [] },
});

export const albums = defineResource({
  type: 'albums',
  group,
  owner: 'user',
  pageMeta: 'kebab',
  attributes: {
    title: attr(text(1, 100), { required: true }),
    status: attr(oneOf(['draft', 'in_review', 'approved']), { writable: 'never', initial: 'draft' }),
    'tracks-count': countOf('album-tracks.album'),
    ...timestamps,
  },
  relationships: {
    label: toOne('labels', { blocksDeletion: { code: 'value_taken', detail: 'Albums use this label.' } }),
    owner: toOne('users', { from: 'owner' }),
    tracks: toMany('tracks', { through: { type: 'album-tracks', near: 'album', far: 'track' } }),
    'album-tracks': toMany('album-tracks', { inverse: 'album' }),
    'album-stores': toMany('album-stores', { inverse: 'album' }),
    stores: toMany('stores', { through: { type: 'album-stores', near: 'album', far: 'store' } }),
    requests: toMany('requests', { inverse: 'album' }),
  },
  operations: everything,
  filters: { title: partial('title'), label: related('label'), 'has-tracks': has('tracks') },
  sorts: ['title', 'created-at'],
  includes: ['label', 'tracks', 'stores', 'album-tracks.track', 'requests'],
});

const credit = v.object({ role: text(1, 40), name: text(1, 255) });

export const tracks = defineResource({
  type: 'tracks',
  group,
  owner: 'user',
  pageMeta: 'kebab',
  attributes: {
    title: attr(text(1, 100), { required: true }),
    order: attr(integer(1), { required: true }),
    credits: keptApart(v.array(credit, 'must be a list'), { initial: [] }),
    ...timestamps,
  },
  relationships: {
    albums: toMany('albums', {
      through: { type: 'album-tracks', near: 'track', far: 'album' },
      required: true,
      writable: 'always',
    }),
    'album-tracks': toMany('album-tracks', { inverse: 'track' }),
  },
  operations: everything,
  filters: { id: anyOf('id'), title: partial('title'), album: related('albums') },
  sorts: ['title', 'order'],
  includes: ['albums.label'],
});

/** Ordered links: a place on an album is given once, and a track is on an album once. */
export const albumTracks = defineResource({
  type: 'album-tracks',
  group,
  owner: 'user',
  pageMeta: 'kebab',
  attributes: { order: attr(integer(1), { required: true }), ...timestamps },
  relationships: {
    album: toOne('albums', {
      required: true,
      writable: 'once',
      blocksDeletion: { code: 'value_taken', detail: 'The album has tracks.' },
    }),
    track: toOne('tracks', { required: true, writable: 'once', onDelete: 'cascade' }),
  },
  operations: everything,
  filters: { album: related('album'), track: related('track'), order: exact('order') },
  sorts: ['order'],
  includes: ['album', 'track'],
});

export const albumStores = defineResource({
  type: 'album-stores',
  group,
  owner: 'user',
  pageMeta: 'camel',
  attributes: {},
  relationships: {
    album: toOne('albums', { required: true, writable: 'once', onDelete: 'cascade' }),
    store: toOne('stores', { required: true, writable: 'once' }),
  },
  operations: ['list', 'read', 'create', 'delete'],
  actions: {
    'bulk/assign': {
      method: 'POST',
      on: 'collection',
      operationId: 'assignAlbumStores',
      summary: 'Assign stores to albums',
      parameters: 'none',
      maxDocuments: 90,
      answer: showsList('album-stores', 201),
    },
  },
  filters: { album: related('album') },
  includes: ['album', 'store'],
});

const decided = { parameters: 'none', answer: showsRecord('requests'), refusals: ['invalid_value'] } as const;

/** One open request per album. Its states move by a table. */
export const requests = defineResource({
  type: 'requests',
  group,
  owner: 'user',
  pageMeta: 'camel',
  attributes: {
    status: attr(oneOf(['pending', 'sent', 'rejected']), { writable: 'never', initial: 'pending' }),
    ...timestamps,
  },
  relationships: { album: toOne('albums', { required: true, writable: 'once' }) },
  operations: ['list', 'read', 'create'],
  actions: {
    approve: {
      method: 'POST',
      on: 'record',
      operationId: 'approveRequest',
      summary: 'Approve a request',
      ...decided,
    },
    reject: {
      method: 'POST',
      on: 'record',
      operationId: 'rejectRequest',
      summary: 'Reject a request',
      ...decided,
    },
  },
  filters: { album: related('album'), status: known('status', ['pending', 'sent', 'rejected']) },
  includes: ['album.label'],
});

export const miniature = defineApi({
  resources: [users, whiteLabels, stores, labels, albums, tracks, albumTracks, albumStores, requests],
  endpoints: [],
  keys: {
    users: {},
    'white-labels': {},
    labels: { unique: { name: 'owner' } },
    albums: { links: { label: {} } },
    tracks: {},
    'album-tracks': { links: { album: { max: 1000, by: 'order' }, track: { max: 20, by: 'album' } } },
    'album-stores': { links: { album: { max: 100, by: 'store' } } },
    requests: {
      links: { album: {} },
      unique: { album: { scope: 'owner', while: ({ status }) => status === 'pending' } },
    },
  },
});
