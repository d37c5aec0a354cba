import { describe, expect, it } from 'vitest';
import { handler as reference } from '../../../functions/reference/handler.ts';
import { call } from '../../support/calls.ts';
import { ids, readingReference } from '../../support/reading-reference.ts';

const { ask, get, list, rejected, token } = readingReference();

const types = [
  'continents',
  'countries',
  'credit-roles',
  'artist-roles',
  'versions',
  'genres',
  'languages',
  'dsps',
];

describe.each(types)('%s', (type) => {
  it('are listed in the declared order and can be read by id', async () => {
    const [first] = await list(`/${type}`);
    const one = await get(`/${type}/${first?.id}`);
    expect(one.data).toEqual(first);
    expect(one.data).toMatchObject({
      type,
      links: { self: `http://localhost:3000/api/v1/${type}/${first?.id}` },
    });
  });

  it('return 404 for unknown ids and 405 for writes', async () => {
    for (const id of ['999999999', '0', 'x']) await ask(404, `/${type}/${id}`);
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      const path = method === 'POST' ? `/${type}` : `/${type}/1`;
      const response = await call(reference, 405, { method, path, token: token() });
      expect(response.headers['Allow']).toBe('GET, HEAD');
    }
    await call(reference, 401, { path: `/${type}` });
  });

  it('show only the requested fields', async () => {
    const [first] = await list(`/${type}?fields[${type}]=name`);
    const { name } = (await list(`/${type}`))[0]?.attributes ?? {};
    expect(first?.attributes).toEqual(name === undefined ? {} : { name });
    expect(first).not.toHaveProperty('relationships');
  });

  it('reject undeclared filters and sorts', async () => {
    expect(await rejected(`/${type}?filter[created-at]=1`)).toBe('filter[created-at]');
    expect(await rejected(`/${type}?sort=id`)).toBe('sort');
    expect(await rejected(`/${type}?include=users`)).toBe('include');
  });
});

describe('filter[id]', () => {
  it.each(types.filter((type) => type !== 'continents'))('finds %s by a list of ids', async (type) => {
    const [first, , third] = await list(`/${type}`);
    const found = await list(`/${type}?filter[id]=${third?.id},${first?.id},999999999`);
    expect(ids(found)).toEqual([first?.id, third?.id]);
    expect(await list(`/${type}?filter[id]=x`)).toEqual([]);
  });
});

describe('pages', () => {
  it.each(['continents', 'countries', 'genres', 'languages', 'dsps'])(
    'have metadata in kebab-case for %s',
    async (type) => {
      const { data, meta, links } = await get(
        `/${type}?page[size]=3&page[number]=2&sort=${type === 'continents' ? 'key' : 'name'}`,
      );
      expect(data).toHaveLength(3);
      const { total } = meta.page;
      expect(meta.page).toEqual({
        'current-page': 2,
        'per-page': 3,
        total,
        'last-page': Math.ceil(total / 3),
      });
      const next = new URL(links.next);
      expect((await get(next.pathname + next.search)).meta.page['current-page']).toBe(3);
      expect(new URL(links.prev).searchParams.get('sort')).not.toBeNull();
    },
  );

  it.each(['credit-roles', 'artist-roles', 'versions'])('have metadata in camelCase for %s', async (type) => {
    const { data, meta } = await get(`/${type}?page[size]=4&page[number]=2`);
    expect(data).toHaveLength(4);
    const { total } = meta.page;
    expect(meta.page).toEqual({
      currentPage: 2,
      from: 5,
      lastPage: Math.ceil(total / 4),
      perPage: 4,
      to: 8,
      total,
    });
  });

  it('have 20 records by default and at most 100, or 1000 for credit roles', async () => {
    expect((await get('/countries')).data).toHaveLength(20);
    expect((await get('/countries?page[size]=100')).data).toHaveLength(100);
    expect(await rejected('/countries?page[size]=101')).toBe('page[size]');
    expect((await get('/credit-roles')).meta.page).toMatchObject({
      currentPage: 1,
      perPage: 1000,
      lastPage: 1,
    });
    expect((await get('/credit-roles?page[size]=1000')).meta.page.perPage).toBe(1000);
    expect(await rejected('/credit-roles?page[size]=1001')).toBe('page[size]');
  });

  it('are empty beyond the last one', async () => {
    expect((await get('/versions?page[number]=99')).data).toEqual([]);
  });
});
