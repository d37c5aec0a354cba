/** The filters of the page at /_local. */
import { describe, expect, it } from 'vitest';
// @ts-expect-error A script of the page, without types.
import { filterIn, matching, searchOf } from '../../../bin/local/page/browser/filter.js';

const requests = [
  { id: 1, method: 'GET', path: '/albums', status: 200, function: 'albums' },
  { id: 2, method: 'POST', path: '/api/v1/albums', status: 422, function: 'albums' },
  { id: 3, method: 'GET', path: '/labels/7', status: 404, function: 'labels' },
  { id: 4, method: 'GET', path: '/labels', status: undefined, function: 'labels' },
];

describe('the request filter', () => {
  it.each([
    ['', [1, 2, 3, 4]],
    ['?method=get', [1, 3, 4]],
    ['?path=/Albums', [1, 2]],
    ['?status=4xx', [2, 3]],
    ['?status=404,+200', [1, 3]],
    ['?status=cut', [4]],
    ['?text=LABELS', [3, 4]],
    ['?method=GET&path=labels&status=404&text=7', [3]],
    ['?status=5xx', []],
  ])('selects by %s: %j', (search, found) => {
    const { request } = matching(filterIn(search));
    expect(requests.filter(request).map(({ id }) => id)).toEqual(found);
  });

  it('is kept in the address without empty parts', () => {
    const filter = { ...filterIn(''), text: ' a&b ', status: '4xx' };
    expect(searchOf(filter)).toBe('?text=a%26b&status=4xx');
    expect(filterIn(searchOf(filter))).toEqual({ text: 'a&b', method: '', path: '', status: '4xx' });
    expect(searchOf(filterIn('?other=1'))).toBe('');
  });
});

it('the filter of events and work searches only their text', () => {
  const { trail } = matching(filterIn('?text=evt_1&method=POST'));
  expect([{ id: 'evt_1' }, { id: 'evt_2' }].filter(trail)).toEqual([{ id: 'evt_1' }]);
});
