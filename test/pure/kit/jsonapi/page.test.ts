import { describe, expect, it } from 'vitest';
import { requestUrl, typeUrl } from '../../../../shared/kit/jsonapi/links.ts';
import { pageLinks, pageMeta } from '../../../../shared/kit/jsonapi/page.ts';

const links = (number: number, size: number, total: number) =>
  pageLinks({ number, size, total }, (page) => `page ${page}`);

it('the URL of a type includes the version', () => {
  expect(typeUrl('https://x.test', 'labels')).toBe('https://x.test/api/v1/labels');
});

describe('the links of a page', () => {
  it.each([
    ['the first of several', [1, 10, 25], [null, 'page 2']],
    ['one in the middle', [2, 10, 25], ['page 1', 'page 3']],
    ['the last', [3, 10, 25], ['page 2', null]],
    ['the last, full to the brim', [2, 10, 20], ['page 1', null]],
    ['the only one', [1, 10, 10], [null, null]],
  ] as const)('lead to the neighbouring pages from %s', (_, [number, size, total], [prev, next]) => {
    expect(links(number, size, total)).toMatchObject({ first: 'page 1', prev, next });
  });

  it('lead from beyond the end to the last page', () => {
    expect(links(9, 10, 25)).toEqual({ first: 'page 1', last: 'page 3', prev: 'page 3', next: null });
  });

  it('lead to a single page for an empty list', () => {
    expect(links(1, 10, 0)).toEqual({ first: 'page 1', last: 'page 1', prev: null, next: null });
  });

  it('keep other query parameters and replace the page', () => {
    const query = [
      ['filter[name]', 'a&b=c'],
      ['page[number]', '2'],
      ['sort', '-name'],
    ] as const;
    const url = requestUrl({ baseUrl: 'https://x.test', path: '/labels', query }, { 'page[number]': '3' });
    const { pathname, searchParams } = new URL(url);
    expect(pathname).toBe('/api/v1/labels');
    expect([...searchParams]).toEqual([
      ['filter[name]', 'a&b=c'],
      ['sort', '-name'],
      ['page[number]', '3'],
    ]);
  });
});

describe('meta.page', () => {
  it('describes the page in both spellings of its members', () => {
    const page = { number: 3, size: 10, total: 25 };
    expect(pageMeta(page, 'kebab')).toEqual({
      'current-page': 3,
      'per-page': 10,
      total: 25,
      'last-page': 3,
    });
    expect(pageMeta(page, 'camel')).toEqual({
      currentPage: 3,
      from: 21,
      lastPage: 3,
      perPage: 10,
      to: 25,
      total: 25,
    });
    expect(pageMeta(page, 'camel-without-range')).toEqual({
      currentPage: 3,
      lastPage: 3,
      perPage: 10,
      total: 25,
    });
    expect(pageMeta(page, 'none')).toBeUndefined();
  });

  it('has from and to for a page with one record', () => {
    expect(pageMeta({ number: 3, size: 10, total: 21 }, 'camel')).toMatchObject({ from: 21, to: 21 });
  });

  it.each([
    ['past the end', { number: 4, size: 10, total: 25 }, 3],
    ['for an empty list', { number: 1, size: 10, total: 0 }, 1],
  ])('lacks from and to %s', (_, page, lastPage) => {
    expect(pageMeta(page, 'camel')).toMatchObject({ from: null, to: null, lastPage });
  });
});
