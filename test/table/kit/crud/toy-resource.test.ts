import { beforeAll, describe, expect, it } from 'vitest';
import { call, newAdmin, type Person } from '../../../support/calls.ts';
import { withTable } from '../../../support/table.ts';
import { toys } from '../../../support/toy-api.ts';

withTable();
let ada: Person;
let eve: Person;
beforeAll(async () => {
  [ada, eve] = await Promise.all([newAdmin(), newAdmin()]);
});

const get = async (path: string, person = ada) => (await call(toys, 200, { path, token: person.token })).body;

interface Write {
  readonly type: string;
  readonly id?: string;
  readonly attributes?: object;
  readonly relationships?: object;
}

const post = (status: number, data: Write, person = ada) =>
  call(toys, status, { method: 'POST', path: `/${data.type}`, token: person.token, body: { data } });
const patch = (status: number, data: Write, person = ada) =>
  call(toys, status, {
    method: 'PATCH',
    path: `/${data.type}/${data.id}`,
    token: person.token,
    body: { data },
  });

const newShelf = async (name: string, person = ada): Promise<string> =>
  (await post(201, { type: 'shelves', attributes: { name } }, person)).body.data.id;

const newBook = async (shelf: string, attributes: object, colours: string[] = []): Promise<string> => {
  const relationships = {
    shelf: { data: { type: 'shelves', id: shelf } },
    colours: { data: colours.map((id) => ({ type: 'colours', id })) },
  };
  return (await post(201, { type: 'books', attributes, relationships })).body.data.id;
};

const ids = (list: { id: string }[]) => list.map(({ id }) => id);

describe('a resource without code', () => {
  it('includes dotted paths with full linkage and each record once', async () => {
    const shelf = await newShelf('Jazz');
    const first = await newBook(shelf, { title: 'A Love Supreme' }, ['1', '2']);
    const second = await newBook(shelf, { title: 'Blue Train' }, ['2']);
    const document = await get(`/shelves/${shelf}?include=books.colours,keeper.white-label`);
    expect(ids(document.data.relationships.books.data)).toEqual([first, second]);
    const included = document.included.map(({ type, id }: { type: string; id: string }) => `${type}/${id}`);
    expect(included.toSorted()).toEqual(
      [
        `books/${first}`,
        `books/${second}`,
        'colours/1',
        'colours/2',
        `users/${ada.userId}`,
        `white-labels/${ada.organizationId}`,
      ].toSorted(),
    );
  });

  it('rejects incomplete include paths', async () => {
    const { token } = ada;
    for (const path of ['book', 'books.colour', 'books.', '.', 'books.colours.more'])
      await call(toys, 400, { path: `/shelves?include=${path}`, token });
    await call(toys, 200, { path: '/shelves?include=books,keeper', token });
  });

  it('shows linkage on a single record where declared', async () => {
    const shelf = await newShelf('Linked');
    const book = await newBook(shelf, { title: 'One' });
    const document = await get(`/shelves/${shelf}`);
    expect(document.data.relationships.books.data).toEqual([{ type: 'books', id: book }]);
    expect(document).not.toHaveProperty('included');
  });

  it('serves related records and linkage at its links', async () => {
    const shelf = await newShelf('Links');
    const book = await newBook(shelf, { title: 'One' }, ['2']);
    const { relationships } = (await get(`/books/${book}`)).data;
    const path = (link: string) => new URL(link).pathname;
    expect((await get(path(relationships.shelf.links.related))).data.id).toBe(shelf);
    expect((await get(path(relationships.shelf.links.self))).data).toEqual({ type: 'shelves', id: shelf });
    expect((await get(path(relationships.colours.links.related))).data[0].attributes.name).toBe('green');
    expect(ids((await get(`/shelves/${shelf}/books?filter[title]=ON`)).data)).toEqual([book]);
    expect((await get(`/shelves/${shelf}/relationships/books`)).data).toEqual([{ type: 'books', id: book }]);
    await call(toys, 404, { path: `/shelves/${shelf}/nothing`, token: ada.token });
  });

  it('filters by links, by indexed fields and by whole records', async () => {
    const shelf = await newShelf('F1');
    const other = await newShelf('F2');
    const long = await newBook(shelf, { title: 'Long', pages: 900, 'is-lent': true });
    const short = await newBook(shelf, { title: 'Short', pages: 9, notes: 'signed COPY' });
    const elsewhere = await newBook(other, { title: 'Elsewhere', pages: 9 });
    const find = async (query: string) =>
      ids((await get(`/books?filter[shelf]=${shelf},${other}&${query}`)).data);
    expect(await find('filter[shelf]=x').catch(() => 'rejected')).toBe('rejected');
    expect(ids((await get(`/books?filter[shelf]=${shelf}`)).data)).toEqual([long, short]);
    expect(await find('filter[pages]=9')).toEqual([short, elsewhere]);
    expect(await find('filter[is-lent]=1')).toEqual([long]);
    expect(await find('filter[is-lent]=false')).toEqual([short, elsewhere]);
    expect(await find('filter[notes]=copy')).toEqual([short]);
    expect(await find(`filter[id]=${long},${elsewhere}`)).toEqual([long, elsewhere]);
    expect(await find(`filter[created-at]=${new Date().toISOString().slice(0, 10)}`)).toHaveLength(3);
    expect(await find('filter[created-at-gte]=2999-01-01')).toEqual([]);
    expect(await find('sort=-pages,title')).toEqual([long, elsewhere, short]);
  });

  it('filters by the existence of links from other records', async () => {
    const full = await newShelf('Full');
    const empty = await newShelf('Empty');
    await newBook(full, { title: 'Only' });
    const found = async (value: string) =>
      ids((await get(`/shelves?filter[has-books]=${value}&page[size]=100`)).data);
    expect(await found('true')).toContain(full);
    expect(await found('true')).not.toContain(empty);
    expect(await found('0')).toContain(empty);
    expect(await found('0')).not.toContain(full);
    const rejected = await call(toys, 400, { path: '/shelves?filter[has-books]=yes', token: ada.token });
    expect(rejected.body.errors[0].source.parameter).toBe('filter[has-books]');
  });

  it('sorts numbers by value, texts by collation, empty values first, ties by age', async () => {
    const shelf = await newShelf('Sorted');
    const books = [
      { title: 'zebra', pages: 10 },
      { title: 'Ärger', pages: null },
      { title: 'apple', pages: 2 },
      { title: 'Zebra', pages: 10 },
    ];
    const made: string[] = [];
    for (const book of books) made.push(await newBook(shelf, book));
    const sorted = async (sort: string) =>
      ids((await get(`/books?filter[shelf]=${shelf}&sort=${sort}`)).data).map((id) => made.indexOf(id));
    expect(await sorted('pages')).toEqual([1, 2, 0, 3]);
    expect(await sorted('-pages')).toEqual([0, 3, 2, 1]);
    expect(await sorted('pages,-created-at')).toEqual([1, 2, 3, 0]);
    expect((await sorted('title')).slice(0, 2)).toEqual([2, 1]);
    expect(new Set((await sorted('-title')).slice(0, 2))).toEqual(new Set([0, 3]));
  });

  it('has page links that keep other parameters', async () => {
    const shelf = await newShelf('Pages');
    const all = [];
    for (const title of ['a', 'b', 'c']) all.push(await newBook(shelf, { title }));
    const page = await get(`/books?filter[shelf]=${shelf}&sort=-title&page[size]=2`);
    expect(ids(page.data)).toEqual([all[2], all[1]]);
    expect(page.meta.page).toEqual({ 'current-page': 1, 'per-page': 2, total: 3, 'last-page': 2 });
    expect(page.links.prev).toBeNull();
    const next = new URL(page.links.next);
    expect(ids((await get(next.pathname + next.search)).data)).toEqual([all[0]]);
    const past = await get(`/shelves?page[number]=999`);
    expect(past.data).toEqual([]);
    expect(past.meta.page).toMatchObject({ currentPage: 999, from: null, to: null });
  });

  it('shows only the requested fields', async () => {
    const shelf = await newShelf('Sparse');
    const { data } = await get(`/shelves/${shelf}?fields[shelves]=name,keeper`);
    expect(data.attributes).toEqual({ name: 'Sparse' });
    expect(Object.keys(data.relationships)).toEqual(['keeper']);
  });

  it('replaces, adds and removes to-many linkage, idempotently', async () => {
    const shelf = await newShelf('Linkage');
    const book = await newBook(shelf, { title: 'Linkage' });
    const path = `/books/${book}/relationships/colours`;
    const write = async (method: string, list: string[]) => {
      const body = { data: list.map((id) => ({ type: 'colours', id })) };
      return ids((await call(toys, 200, { method, path, token: ada.token, body })).body.data);
    };
    expect(await write('POST', ['1'])).toEqual(['1']);
    expect(await write('POST', ['1', '2'])).toEqual(['1', '2']);
    expect(await write('DELETE', ['1'])).toEqual(['2']);
    expect(await write('DELETE', ['1'])).toEqual(['2']);
    expect(await write('PATCH', ['2', '1', '2'])).toEqual(['2', '1']);
    expect(await write('PATCH', [])).toEqual([]);
    const both = await Promise.all([write('POST', ['1']), write('POST', ['2'])]);
    expect(both.flat()).toContain('1');
    expect((await get(path)).data).toHaveLength(2);
    for (const [status, data] of [
      [422, null],
      [422, { type: 'colours', id: '1' }],
      [409, [{ type: 'books', id: '1' }]],
      [400, 'red'],
      [404, [{ type: 'colours', id: '7' }]],
    ] as const) {
      for (const method of status === 404 ? ['POST', 'PATCH'] : ['POST', 'PATCH', 'DELETE']) {
        const response = await call(toys, status, { method, path, token: ada.token, body: { data } });
        expect(response.body.errors[0].source.pointer).toBe('/data');
      }
    }
  });

  it('shows null for an empty to-one relationship', async () => {
    const { data } = await get('/colours/1');
    expect(data.relationships.base.data).toBeNull();
    expect((await get('/colours/2')).data.relationships.base.data).toEqual({ type: 'colours', id: '1' });
  });

  it('reports every problem of a document together', async () => {
    const attributes = { title: '', pages: 1.5, 'is-lent': 'yes' };
    const { body } = await post(422, { type: 'books', attributes });
    const pointers = body.errors.map(({ source }: { source: { pointer: string } }) => source.pointer);
    expect(pointers.toSorted()).toEqual([
      '/data/attributes/is-lent',
      '/data/attributes/pages',
      '/data/attributes/title',
      '/data/relationships/shelf',
    ]);
  });

  it('returns 404 for missing and 403 for foreign related records', async () => {
    const shelf = await newShelf('Mine');
    const foreign = await newShelf('Theirs', eve);
    const book = await newBook(shelf, { title: 'Moves' });
    const to = (id: string) => ({
      type: 'books',
      id: book,
      relationships: { shelf: { data: { type: 'shelves', id } } },
    });
    const missing = await patch(404, to('123'));
    expect(missing.body.errors[0].source.pointer).toBe('/data/relationships/shelf');
    await patch(403, to(foreign));
    const relationships = { ...to(foreign).relationships, spare: { data: { type: 'shelves', id: '123' } } };
    const both = await patch(404, { ...to(foreign), relationships });
    expect(both.body.errors.map(({ source }: { source: { pointer: string } }) => source.pointer)).toEqual([
      '/data/relationships/spare',
    ]);
    expect((await get(`/books/${book}/shelf`)).data.id).toBe(shelf);
  });

  it('hides the records of other owners on every route', async () => {
    const shelf = await newShelf('Private');
    const { token } = eve;
    await call(toys, 403, { path: `/shelves/${shelf}`, token });
    await call(toys, 403, { path: `/shelves/${shelf}/books`, token });
    await call(toys, 403, { method: 'DELETE', path: `/shelves/${shelf}`, token });
    await patch(403, { type: 'shelves', id: shelf, attributes: { name: 'Stolen' } }, eve);
    expect(ids((await get('/shelves?page[size]=100', eve)).data)).not.toContain(shelf);
    expect((await get(`/books?filter[shelf]=${shelf}`, eve)).data).toEqual([]);
  });

  it('returns 304 for a current ETag and 412 for a stale If-Match', async () => {
    const shelf = await newShelf('Tagged');
    const path = `/shelves/${shelf}`;
    const { token } = ada;
    const ETag = String((await call(toys, 200, { path, token })).headers['ETag']);
    const known = await call(toys, 304, { path, token, headers: { 'if-none-match': ETag } });
    expect(known.body).toBeUndefined();
    const body = { data: { type: 'shelves', id: shelf, attributes: { name: 'New' } } };
    const headers = { 'if-match': ETag };
    await call(toys, 200, { method: 'PATCH', path, token, body, headers });
    await call(toys, 412, { method: 'PATCH', path, token, body, headers });
    await call(toys, 412, { method: 'DELETE', path, token, headers });
    await call(toys, 200, { path, token, headers: { 'if-none-match': ETag } });
  });

  it('keeps both of two simultaneous changes of different attributes', async () => {
    const shelf = await newShelf('Both');
    const book = await newBook(shelf, { title: 'Both' });
    await Promise.all([
      patch(200, { type: 'books', id: book, attributes: { pages: 7 } }),
      patch(200, { type: 'books', id: book, attributes: { notes: 'kept' } }),
    ]);
    expect((await get(`/books/${book}`)).data.attributes).toMatchObject({ pages: 7, notes: 'kept' });
  });
});
