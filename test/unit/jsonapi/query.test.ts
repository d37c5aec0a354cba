import { describe, expect, it } from 'vitest';
import { artists } from '../../../shared/api/artists.ts';
import type { Parameters } from '../../../shared/api/define/answer.ts';
import type { Resource } from '../../../shared/api/define/resource.ts';
import { versions } from '../../../shared/api/versions.ts';
import { webhookEndpoints } from '../../../shared/api/webhook-endpoints.ts';
import { webhookEvents } from '../../../shared/api/webhook-events.ts';
import { Problems } from '../../../shared/domain/problems.ts';
import { readQuery } from '../../../shared/jsonapi/query.ts';

function refusals(query: string, resource: Resource = artists, allowed: Parameters = 'list') {
  try {
    readQuery([...new URLSearchParams(query)], resource, allowed);
  } catch (error) {
    if (error instanceof Problems) return error.problems.map(({ detail }) => detail);
    throw error;
  }
  return [];
}

describe('the error for unknown query parameters', () => {
  it.each([
    [
      'filter',
      'filter[nam]=x',
      'artists cannot be filtered by nam. Supported filters: name, bio, created-at.',
    ],
    ['sort', 'sort=-nam', 'artists cannot be sorted by -nam. Supported sorts: name, created-at, updated-at.'],
    [
      'include',
      'include=dsps',
      'artists cannot include dsps. Supported paths: album-artists.album, track-artists.track, dsp-availabilities.dsp.',
    ],
  ])('lists the supported ones for an unknown %s', (_, query, detail) =>
    expect(refusals(query)).toEqual([detail]),
  );

  it.each(['nonsense=1', 'fields=name', 'filter=x', 'page=1', 'page[limit]=1', 'sort[name]=1'])(
    'lists the supported parameters for %s',
    (query) => {
      const [name] = query.split('=');
      const all = 'include, fields[<type>], sort, filter[<name>], page[number], page[size]';
      expect(refusals(query)).toEqual([
        `The query parameter ${name} is not supported here. Supported parameters: ${all}.`,
      ]);
    },
  );

  it('lists what the request and the type support', () => {
    const single = refusals('sort=name', artists, 'single');
    expect(single).toEqual([expect.stringMatching(/Supported parameters: include, fields\[<type>\]\.$/)]);
    const none = refusals('include=x', artists, 'none');
    expect(none).toEqual([expect.stringMatching(/Supported parameters: none\.$/)]);
    const unpaged = refusals('page[size]=1', webhookEndpoints);
    expect(unpaged).toEqual([expect.stringMatching(/sort, filter\[<name>\]\.$/)]);
    expect(refusals('include=x', versions)).toEqual(['versions cannot include x. Supported paths: none.']);
    expect(refusals('filter[x]=1', webhookEvents)).toEqual([
      expect.stringMatching(/Supported filters: type, created-at-gte, created-at-lte\.$/),
    ]);
  });
});

it('a refusal names at most 1,000 of 10,000 unknown parameters', () => {
  expect(refusals(`include=${'x,'.repeat(10_000)}`)).toHaveLength(1000);
});
