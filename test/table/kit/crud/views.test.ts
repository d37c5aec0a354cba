/** The view of a type, which adds and hides fields, applies in every response with its records. */

import { beforeAll, describe, expect, it } from 'vitest';
import type { Definitions } from '../../../../shared/kit/declare/definitions.ts';
import { call, newAdmin, type Person } from '../../../support/calls.ts';
import { handlerOf } from '../../../support/define-api.ts';
import { seed } from '../../../support/seed.ts';
import { withTable } from '../../../support/table.ts';
import { toyApi } from '../../../support/toy-api.ts';

/** Books in storage are hidden, thick ones are marked, and a book in black and white shows its first colour only. */
const viewed: Definitions = {
  ...toyApi,
  views: {
    books: {
      visible: async (books) => books.filter(({ fields }) => !String(fields['title']).startsWith('Stored')),
      complete: async (books) =>
        books.map((book) => ({
          ...book,
          fields: { ...book.fields, 'is-thick': Number(book.fields['pages']) > 500 },
        })),
      effectiveIds: (name, fields) =>
        name === 'colours' && fields['notes'] === 'Black and white' ? ['1'] : undefined,
    },
  },
};
const toys = handlerOf(viewed, { group: 'toys' });

withTable();
let ada: Person;
let shelf: string;
let thin: string;
let thick: string;
let hidden: string;
beforeAll(async () => {
  ada = await newAdmin();
  const owned = { ownerId: ada.userId, count: 1 };
  shelf =
    (await seed(viewed, { ...owned, type: 'shelves', fieldsOf: () => ({ name: 'Jazz' }) }))[0]?.id ?? '';
  const newBook = async (title: string, pages: number, notes: string | null = null) => {
    const fields = { title, pages, notes, shelf, spare: shelf, colours: ['1', '2'] };
    return (await seed(viewed, { ...owned, type: 'books', fieldsOf: () => fields }))[0]?.id ?? '';
  };
  thin = await newBook('Thin', 9, 'Black and white');
  thick = await newBook('Thick', 900);
  hidden = await newBook('Stored', 900);
});

interface Book {
  readonly type: string;
  readonly id: string;
  readonly attributes: { readonly 'is-thick': boolean };
  readonly relationships: { readonly colours: { readonly data: readonly { readonly id: string }[] } };
}

const get = async (path: string, status = 200) => (await call(toys, status, { path, token: ada.token })).body;
const shown = (books: readonly Book[]) =>
  books
    .filter(({ type }) => type === 'books')
    .map((book) => ({
      id: book.id,
      isThick: book.attributes['is-thick'],
      colours: book.relationships.colours.data.map(({ id }) => id),
    }));
const expected = () => [
  { id: thin, isThick: false, colours: ['1'] },
  { id: thick, isThick: true, colours: ['1', '2'] },
];

describe('the view of a type', () => {
  it.each([
    ['its own list', () => '/books'],
    ['a filtered list', () => `/books?filter[shelf]=${shelf}`],
    ['a related list', () => `/shelves/${shelf}/books`],
    ['a related list by another link', () => `/shelves/${shelf}/spare-books`],
  ])('applies to %s, where hidden records do not count', async (_, path) => {
    const { data, meta } = await get(path());
    expect(shown(data)).toEqual(expected());
    expect(meta.page.total).toBe(2);
  });

  it.each([
    ['of one record', () => `/shelves/${shelf}?include=books.colours`],
    ['of a list', () => '/shelves?include=books'],
    ['by another link', () => `/shelves/${shelf}?include=spare-books`],
  ])('applies to included records %s, which are not linked either', async (_, path) => {
    const document = await get(path());
    expect(shown(document.included)).toEqual(expected());
    const linked = JSON.stringify([document.data].flat()[0].relationships);
    expect(linked).toContain(thin);
    expect(linked).not.toContain(hidden);
  });

  it('applies to one record, alone or in a to-one relationship', async () => {
    expect(shown([(await get(`/books/${thick}`)).data])).toEqual([expected()[1]]);
    await get(`/books/${hidden}`, 404);
    await get(`/books/${hidden}/shelf`, 404);
    await get(`/books/${hidden}/relationships/shelf`, 404);
  });

  it('applies to the response of a write', async () => {
    const attributes = { title: 'New', pages: 501 };
    const relationships = { shelf: { data: { type: 'shelves', id: shelf } } };
    const body = { data: { type: 'books', attributes, relationships } };
    const made = (await call(toys, 201, { method: 'POST', path: '/books', token: ada.token, body })).body
      .data;
    expect(made.attributes['is-thick']).toBe(true);
    const path = `/books/${made.id}`;
    const change = { data: { type: 'books', id: made.id, attributes: { pages: 500 } } };
    const changed = await call(toys, 200, { method: 'PATCH', path, token: ada.token, body: change });
    expect(changed.body.data.attributes['is-thick']).toBe(false);
    await call(toys, 204, { method: 'DELETE', path, token: ada.token });
  });

  it('applies to linkage, which omits hidden records', async () => {
    const linkage = [thin, thick].map((id) => ({ type: 'books', id }));
    expect((await get(`/shelves/${shelf}`)).data.relationships.books.data).toEqual(linkage);
    expect((await get(`/shelves/${shelf}/relationships/books`)).data).toEqual(linkage);
    expect((await get(`/shelves/${shelf}/relationships/spare-books`)).data).toEqual(linkage);
  });

  it('applies to the linkage it limits', async () => {
    expect((await get(`/books/${thin}/relationships/colours`)).data).toEqual([{ type: 'colours', id: '1' }]);
    expect((await get(`/books/${thin}/colours`)).data).toHaveLength(1);
    expect((await get(`/books/${thin}?include=colours`)).included).toHaveLength(1);
  });
});
