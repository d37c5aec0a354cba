import { describe, expect, it } from 'vitest';
import { artists } from '../../../../shared/catalogue/api/artists.ts';
import type { Resource } from '../../../../shared/kit/declare/resource.ts';
import type { Parameters } from '../../../../shared/kit/declare/shown-response.ts';
import { readQuery, sentValue } from '../../../../shared/kit/jsonapi/query.ts';
import { Problems } from '../../../../shared/kit/values/problems.ts';
import { versions } from '../../../../shared/reference/api/versions.ts';
import { webhookEndpoints } from '../../../../shared/webhooks/api/webhook-endpoints.ts';
import { webhookEvents } from '../../../../shared/webhooks/api/webhook-events.ts';

function rejections(query: string, resource: Resource = artists, allowed: Parameters = 'list') {
  try {
    readQuery([...new URLSearchParams(query)], resource, allowed);
  } catch (error) {
    if (error instanceof Problems) return error.problems.map(({ detail }) => detail);
    throw error;
  }
  return [];
}

const codesOf = (query: string, resource: Resource = artists): string[] => {
  try {
    readQuery([...new URLSearchParams(query)], resource, 'list');
  } catch (error) {
    if (error instanceof Problems) return error.problems.map(({ code }) => code);
    throw error;
  }
  return [];
};

it.each([
  ['unknown parameter', 'nonsense=1', 'unsupported_parameter'],
  ['unknown filter', 'filter[nam]=x', 'unsupported_parameter'],
  ['unknown sort', 'sort=nam', 'unsupported_parameter'],
  ['unknown include', 'include=nam', 'unsupported_parameter'],
  ['malformed filter', 'filter[created-at]=yesterday', 'invalid_parameter'],
  ['malformed page', 'page[number]=x', 'invalid_parameter'],
  ['page that is too large', 'page[size]=101', 'invalid_parameter'],
  ['parameter that is given twice', 'sort=name&sort=name', 'invalid_parameter'],
])('an %s has the code and title of its kind', (_, query, code) => {
  expect(codesOf(query)).toEqual([code]);
});

it('unknown and malformed parameters of webhook events share a code', () => {
  expect(codesOf('filter[nam]=x&filter[type]=x', webhookEvents)).toEqual([
    'invalid_filter',
    'invalid_filter',
  ]);
});

describe('the error for an unknown query parameter', () => {
  it.each([
    [
      'filter',
      'filter[nam]=x',
      'artists cannot be filtered by nam. Supported filters: name, bio, created-at, updated-at-gte, updated-at-lte.',
    ],
    ['sort', 'sort=-nam', 'artists cannot be sorted by -nam. Supported sorts: name, created-at, updated-at.'],
    [
      'include',
      'include=dsps',
      'artists cannot include dsps. Supported paths: album-artists.album, track-artists.track, dsp-availabilities.dsp.',
    ],
  ])('lists the supported ones for an unknown %s', (_, query, detail) =>
    expect(rejections(query)).toEqual([detail]),
  );

  it.each(['nonsense=1', 'fields=name', 'filter=x', 'page=1', 'page[limit]=1', 'sort[name]=1'])(
    'lists the supported parameters for %s',
    (query) => {
      const [name] = query.split('=');
      const all = 'include, fields[<type>], sort, filter[<name>], page[number], page[size]';
      expect(rejections(query)).toEqual([
        `The query parameter ${name} is not supported here. Supported parameters: ${all}.`,
      ]);
    },
  );

  it('lists what both request and type support', () => {
    const single = rejections('sort=name', artists, 'single');
    expect(single).toEqual([expect.stringMatching(/Supported parameters: include, fields\[<type>\]\.$/)]);
    const none = rejections('include=x', artists, 'none');
    expect(none).toEqual([expect.stringMatching(/Supported parameters: none\.$/)]);
    const unpaged = rejections('page[size]=1', webhookEndpoints);
    expect(unpaged).toEqual([expect.stringMatching(/sort, filter\[<name>\]\.$/)]);
    expect(rejections('include=x', versions)).toEqual(['versions cannot include x. Supported paths: none.']);
    expect(rejections('filter[x]=1', webhookEvents)).toEqual([
      expect.stringMatching(/Supported filters: type, endpoint, status, created-at-gte, created-at-lte\.$/),
    ]);
  });
});

describe('the page', () => {
  const read = (query: string) => readQuery([...new URLSearchParams(query)], artists, 'list').page;

  it('has the requested number and size, within limits', () => {
    expect(read('page[number]=9007199254740991&page[size]=100')).toEqual({
      number: 9_007_199_254_740_991,
      size: 100,
    });
    expect(read('page[number]=007')).toMatchObject({ number: 7 });
  });

  it.each(['0', '-1', '1.5', ' 1', '1 ', 'x1', '1x', '', '9007199254740992', '10000000000000001'])(
    'cannot have the number "%s"',
    (value) => {
      expect(rejections(`page[number]=${value}`)).toEqual(['page[number] must be a whole number from 1.']);
    },
  );

  it('has a maximum size', () => {
    expect(rejections('page[size]=101')).toEqual(['page[size] must be a whole number from 1 to 100.']);
  });
});

it('an empty name in a list of paths or sorts is reported as such', () => {
  expect(rejections('include=,')).toEqual([
    expect.stringMatching(/^artists cannot include an empty path\. /),
  ]);
  expect(rejections('sort=,name')).toEqual([
    expect.stringMatching(/^artists cannot be sorted by an empty name\. /),
  ]);
  expect(rejections('filter[]=x')).toEqual([
    expect.stringMatching(/^artists cannot be filtered by an empty name\. /),
  ]);
});

it('the value of a filter can be read as sent', () => {
  const query = readQuery([...new URLSearchParams('filter[bio]= B &filter[name]=A')], artists, 'list');
  expect([sentValue(query, 'name'), sentValue(query, 'bio'), sentValue(query, 'created-at')]).toEqual([
    'A',
    ' B ',
    undefined,
  ]);
});

it('a rejection names at most 1,000 of 10,000 unknown parameters', () => {
  const paths = Array.from({ length: 10_000 }, (_, index) => `x${index}`);
  expect(rejections(`include=${paths.join(',')}`)).toHaveLength(1000);
});
