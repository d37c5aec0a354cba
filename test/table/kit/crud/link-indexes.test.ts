/** Two unbounded links of one type, each with its own index, and the costs with many records. */
import { beforeAll, describe, expect, it } from 'vitest';
import { linkIndexOf } from '../../../../shared/kit/table/keys.ts';
import { call, newAdmin, type Person } from '../../../support/calls.ts';
import { costOf } from '../../../support/costs.ts';
import { withFaultyTable } from '../../../support/faulty-way.ts';
import { seed } from '../../../support/seed.ts';
import { toyApi, toys } from '../../../support/toy-api.ts';

const way = withFaultyTable();

const get = async (path: string, { token }: Person) => (await call(toys, 200, { path, token })).body;
const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

const newShelves = async ({ userId: ownerId }: Person, count: number) =>
  idsOf(await seed(toyApi, { type: 'shelves', ownerId, count, fieldsOf: (n) => ({ name: `Shelf ${n}` }) }));
const newBooks = async (
  { userId: ownerId }: Person,
  links: readonly { readonly shelf: string; readonly spare: string | null }[],
) =>
  idsOf(
    await seed(toyApi, {
      type: 'books',
      ownerId,
      count: links.length,
      fieldsOf: (n) => ({ title: `Book ${n}`, colours: ['1'], ...links[n] }),
    }),
  );
const moveSpare = ({ token }: Person, id: string, data: object | null) =>
  call(toys, 200, { method: 'PATCH', path: `/books/${id}/relationships/spare`, token, body: { data } });

describe('a second unbounded link', () => {
  let ada: Person;
  let shelves: string[];
  let books: string[];
  beforeAll(async () => {
    ada = await newAdmin();
    shelves = await newShelves(ada, 2);
    const [first = '', second = ''] = shelves;
    books = await newBooks(ada, [
      { shelf: first, spare: second },
      { shelf: first, spare: null },
      { shelf: second, spare: first },
    ]);
  });

  it('has lists, linkage, filters and includes separate from the first', async () => {
    const [one, two, three] = books;
    const [first, second] = shelves;
    for (const [shelf, own, spare] of [
      [first, [one, two], [three]],
      [second, [three], [one]],
    ] as const) {
      expect(idsOf((await get(`/shelves/${shelf}/books`, ada)).data)).toEqual(own);
      expect(idsOf((await get(`/shelves/${shelf}/spare-books`, ada)).data)).toEqual(spare);
      expect(idsOf((await get(`/shelves/${shelf}/relationships/spare-books`, ada)).data)).toEqual(spare);
      expect(idsOf((await get(`/books?filter[spare]=${shelf}`, ada)).data)).toEqual(spare);
      const document = await get(`/shelves/${shelf}?include=spare-books`, ada);
      expect(idsOf(document.included)).toEqual(spare);
      expect(idsOf(document.data.relationships['spare-books'].data)).toEqual(spare);
    }
  });

  it('is listed by its own index, unlike bounded or unknown links', () => {
    const row = { links: { shelf: {}, lists: { max: 10 }, spare: {} } };
    expect(linkIndexOf(row, 'spare').name).toBe('by-second-link');
    for (const link of ['lists', 'title'])
      expect(() => linkIndexOf(row, link)).toThrow(`The link ${link} has no index`);
  });

  it('is updated when its record changes, clears or is deleted', async () => {
    const [first = '', second = ''] = shelves;
    const [id = ''] = await newBooks(ada, [{ shelf: first, spare: first }]);
    const spares = async (shelf: string) => idsOf((await get(`/shelves/${shelf}/spare-books`, ada)).data);
    const move = (data: object | null) => moveSpare(ada, id, data);
    expect(await spares(first)).toContain(id);
    await move({ type: 'shelves', id: second });
    expect(await spares(first)).not.toContain(id);
    expect(await spares(second)).toContain(id);
    await move(null);
    expect(await spares(second)).not.toContain(id);
    await move({ type: 'shelves', id: second });
    await call(toys, 204, { method: 'DELETE', path: `/books/${id}`, token: ada.token });
    expect(await spares(second)).not.toContain(id);
  });

  it('lists a record once while it moves between targets', async () => {
    const [first = '', second = ''] = await newShelves(ada, 2);
    const [id = ''] = await newBooks(ada, [{ shelf: first, spare: first }]);
    for (const after of [0, 1, 2, 3, 4]) {
      const to = after % 2 === 0 ? second : first;
      way.interruption = { after, run: () => moveSpare(ada, id, { type: 'shelves', id: to }) };
      const { data } = await get(`/books?filter[spare]=${first},${second}`, ada);
      way.interruption = undefined;
      expect(data.length, `${after}`).toBeLessThanOrEqual(1);
    }
  });

  it("finds no records that link to another owner's record", async () => {
    const eve = await newAdmin();
    expect((await get(`/books?filter[spare]=${shelves[0]}`, eve)).data).toEqual([]);
  });
});

describe('the cost of includes', () => {
  let ada: Person;
  beforeAll(async () => {
    ada = await newAdmin();
    const shelves = await newShelves(ada, 50);
    await newBooks(
      ada,
      shelves.flatMap((shelf, n) => [
        { shelf, spare: shelves[(n + 1) % 50] ?? null },
        { shelf, spare: null },
      ]),
    );
  });

  it.each([
    '/shelves?include=books.colours',
    '/shelves?include=books,spare-books,keeper.white-label',
    '/books?include=shelf.keeper,colours',
    '/books?include=shelf',
  ])('is the same in table calls for 50 records as for 5: %s', async (path) => {
    const asked = async (size: number) => {
      const cost = await costOf(toys, 200, { path: `${path}&page[size]=${size}`, token: ada.token });
      expect(cost.response.body.data).toHaveLength(size);
      return cost.calls;
    };
    const few = await asked(5);
    const many = await asked(50);
    expect(many).toBeLessThanOrEqual(few);
    expect(few).toBeLessThanOrEqual(8);
  });

  it('is zero calls for a relationship to reference data', async () => {
    const cost = (query: string) =>
      costOf(toys, 200, { path: `/books?page[size]=20${query}`, token: ada.token });
    expect((await cost('&include=colours')).calls).toBe((await cost('')).calls);
  });
});

describe('concurrent writes that name one record', () => {
  it('all succeed and are all counted', async () => {
    const ada = await newAdmin();
    const [shelf = ''] = await newShelves(ada, 1);
    const book = (n: number) => ({
      data: {
        type: 'books',
        attributes: { title: `Concurrent ${n}` },
        relationships: { shelf: { data: { type: 'shelves', id: shelf } } },
      },
    });
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        call(toys, 201, { method: 'POST', path: '/books', token: ada.token, body: book(n) }),
      ),
    );
    expect((await get(`/shelves/${shelf}/books`, ada)).data).toHaveLength(10);
    expect((await get('/shelves?filter[has-books]=true', ada)).data).toHaveLength(1);
    const { data } = await get(`/shelves/${shelf}/books`, ada);
    await Promise.all(
      data.map(({ id }: { id: string }) =>
        call(toys, 204, { method: 'DELETE', path: `/books/${id}`, token: ada.token }),
      ),
    );
    expect((await get('/shelves?filter[has-books]=true', ada)).data).toHaveLength(0);
  });

  it('are all stored, each as a version, if they change it', async () => {
    const ada = await newAdmin();
    const [shelf = ''] = await newShelves(ada, 1);
    const [id = ''] = await newBooks(ada, [{ shelf, spare: null }]);
    const change = (attributes: object) =>
      call(toys, 200, {
        method: 'PATCH',
        path: `/books/${id}`,
        token: ada.token,
        body: { data: { type: 'books', id, attributes } },
      });
    const responses = await Promise.all([
      ...[1, 2, 3, 4].map((pages) => change({ pages })),
      ...['a', 'b', 'c'].map((notes) => change({ notes })),
      ...['x', 'y', 'z'].map((title) => change({ title })),
    ]);
    expect(new Set(responses.map(({ headers }) => headers['ETag'])).size).toBe(10);
    const { attributes } = (await get(`/books/${id}`, ada)).data;
    expect([1, 2, 3, 4]).toContain(attributes.pages);
    expect(['a', 'b', 'c']).toContain(attributes.notes);
    expect(['x', 'y', 'z']).toContain(attributes.title);
  });
});
