/** A small separate API, to show what a declaration and its key row provide without further code. */

import * as v from 'valibot';
import { whiteLabels } from '../../shared/accounts/api/white-labels.ts';
import { attr, flag, integer, multilineText, text, timestamps } from '../../shared/kit/declare/attribute.ts';
import { anyOf, boolean, date, exact, has, partial, related } from '../../shared/kit/declare/filter.ts';
import { toMany, toOne } from '../../shared/kit/declare/relationship.ts';
import { defineApi, handlerOf } from './define-api.ts';
import { defineResource } from './undescribed.ts';

/** The owners of toys are real users, seen by few of their fields. */
const users = defineResource({
  type: 'users',
  group: 'people',
  owner: 'organization',
  pageMeta: 'kebab',
  attributes: { name: attr(text(1, 255)) },
  relationships: { 'white-label': toOne('white-labels', { from: 'owner' }) },
  operations: ['read'],
});

const shelves = defineResource({
  type: 'shelves',
  group: 'toys',
  owner: 'user',
  pageMeta: 'camel',
  attributes: { name: attr(text(1, 40), { required: true }), ...timestamps },
  relationships: {
    books: toMany('books', { inverse: 'shelf', linkage: 'single' }),
    'spare-books': toMany('books', { inverse: 'spare' }),
    keeper: toOne('users', { from: 'owner' }),
  },
  operations: ['list', 'read', 'create', 'update', 'delete'],
  filters: { 'has-books': has('books') },
  sorts: ['name'],
  includes: ['books.colours', 'spare-books', 'keeper.white-label'],
});

const books = defineResource({
  type: 'books',
  group: 'toys',
  owner: 'user',
  pageMeta: 'kebab',
  attributes: {
    title: attr(text(1, 300), { required: true }),
    pages: attr(v.nullable(integer(1))),
    'is-lent': attr(flag(), { initial: false }),
    notes: attr(v.nullable(multilineText(0))),
    /** False unless a view says otherwise. */
    'is-thick': attr(v.boolean(), { writable: 'never', kept: false, initial: false }),
    ...timestamps,
  },
  relationships: {
    shelf: toOne('shelves', {
      required: true,
      blocksDeletion: { code: 'value_taken', detail: 'Books stand on this shelf.' },
    }),
    spare: toOne('shelves'),
    colours: toMany('colours'),
  },
  operations: ['list', 'read', 'create', 'update', 'delete'],
  filters: {
    id: anyOf('id'),
    title: partial('title'),
    pages: exact('pages'),
    'is-lent': boolean('is-lent'),
    notes: partial('notes', { from: 'record' }),
    shelf: related('shelf'),
    spare: related('spare'),
    'created-at': date('created-at'),
    'created-at-gte': date('created-at', 'gte'),
    'created-at-lte': date('created-at', 'lte'),
  },
  sorts: ['title', 'pages', 'created-at'],
  includes: ['shelf.keeper', 'colours'],
});

const colours = defineResource({
  type: 'colours',
  group: 'toys',
  owner: 'platform',
  pageMeta: 'kebab',
  attributes: { name: attr(text(1, 40)) },
  relationships: { base: toOne('colours') },
  operations: ['list', 'read'],
});

const colour = (id: string, name: string, base?: string) => ({
  type: 'colours',
  id,
  ownerId: '',
  version: 1,
  fields: { name, ...(base && { base }) },
});

export const toyApi = defineApi({
  resources: [users, whiteLabels, shelves, books, colours],
  endpoints: [],
  keys: {
    users: {},
    'white-labels': {},
    shelves: { covering: true },
    books: { links: { shelf: {}, spare: {} } },
  },
  reference: { colours: () => [colour('1', 'red'), colour('2', 'green', '1')] },
});

export const toys = handlerOf(toyApi, { group: 'toys' });
