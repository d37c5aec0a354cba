import { describe, expect, it } from 'vitest';
import { labels } from '../../../shared/catalogue/api/labels.ts';
import { deliveries } from '../../../shared/distribution/api/deliveries.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { listed, queriesOf } from '../../bench/large/queries.ts';

describe('the lists of the benchmark of a large owner', () => {
  it('are filtered by values of a record in the list', () => {
    const record = { id: '17', attributes: { name: 'Blue & Room' } };
    expect(queriesOf(labels, record)).toContainEqual({
      name: '/labels?filter[name]',
      path: '/labels?filter[name]=Blue%20%26%20Room',
    });
    const related = { id: '17', relationships: { album: { data: { type: 'albums', id: '9' } } } };
    const paths = queriesOf(deliveries, related).map(({ path }) => path);
    expect(paths).toContain('/deliveries?filter[album]=9');
    expect(paths).toContain('/deliveries?filter[status]=sent');
  });

  it('have every sort in both directions, and every filter', () => {
    for (const resource of listed(definitions.resources)) {
      const { type, sorts, filters } = resource;
      const queries = [
        ...sorts.flatMap((sort) => [`sort=${sort}`, `sort=-${sort}`]),
        ...Object.keys(filters),
      ];
      const paths = queriesOf(resource, undefined).map(({ path }) => path);
      const missing = queries.filter(
        (query) => !paths.some((path) => path.includes(`?${query}`) || path.includes(`?filter[${query}]=`)),
      );
      expect([type, missing]).toEqual([type, []]);
    }
  });

  it('have only filters with valid values, even if they are empty', () => {
    const invalid = listed(definitions.resources).flatMap((resource) =>
      queriesOf(resource, undefined).filter(({ path }) => {
        const [, name, value] = /filter\[([\w-]+)\]=(.*)$/.exec(path) ?? [];
        return name !== undefined && !resource.filters[name]?.parse(decodeURIComponent(value ?? ''));
      }),
    );
    expect(invalid).toEqual([]);
  });
});
