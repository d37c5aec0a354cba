import { describe, expect, it } from 'vitest';
import { ids, readingReference, valuesOf } from '../../support/reading-reference.ts';

const { ask, get, list, rejected } = readingReference();

describe('continents', () => {
  it('can be filtered and sorted by key', async () => {
    expect(valuesOf(await list('/continents'), 'key')).toEqual(['AF', 'AS', 'EU', 'NA', 'SA', 'CA', 'OC']);
    expect(valuesOf(await list('/continents?filter[key]=CA'), 'key')).toEqual(['CA']);
    expect(await rejected('/continents?filter[key]=XX')).toBe('filter[key]');
    expect(valuesOf(await list('/continents?sort=-key'), 'key')).toEqual([
      'SA',
      'OC',
      'NA',
      'EU',
      'CA',
      'AS',
      'AF',
    ]);
  });

  it('can be filtered by has-countries, which is true for all', async () => {
    expect(await list('/continents?filter[has-countries]=true')).toHaveLength(7);
    expect(await list('/continents?filter[has-countries]=1')).toHaveLength(7);
    expect(await list('/continents?filter[has-countries]=false')).toEqual([]);
    expect(await rejected('/continents?filter[has-countries]=maybe')).toBe('filter[has-countries]');
  });

  it('include their countries with full linkage, in a list or alone', async () => {
    const northern = await get('/continents/4?include=countries');
    expect(valuesOf(northern.included, 'name').toSorted()).toEqual([
      'Bermuda',
      'Canada',
      'Greenland',
      'Saint Pierre and Miquelon',
      'United States',
    ]);
    expect(ids(northern.data.relationships.countries.data)).toEqual(ids(northern.included));
    expect(northern.included[0].attributes).toHaveProperty('alpha2-code');
    expect(northern.included[0].relationships.continent.data).toEqual({ type: 'continents', id: '4' });
    const all = await get('/continents?include=countries');
    expect(all.included).toHaveLength(249);
    expect((await get('/continents/4')).data.relationships.countries).not.toHaveProperty('data');
  });

  it('serve the links to their countries', async () => {
    const related = await get('/continents/4/countries?sort=-name&page[size]=2');
    expect(valuesOf(related.data, 'name')).toEqual(['United States', 'Saint Pierre and Miquelon']);
    expect(related.meta.page).toEqual({ 'current-page': 1, 'per-page': 2, total: 5, 'last-page': 3 });
    const linkage = await get('/continents/4/relationships/countries');
    expect(linkage.data).toContainEqual({ type: 'countries', id: '840' });
    await ask(404, '/continents/99/countries');
  });
});

describe('countries', () => {
  it('can be filtered by continent and by a list of names', async () => {
    expect(await list('/countries?filter[continent-id]=4')).toHaveLength(5);
    expect((await get('/countries?filter[continent-id]=1')).meta.page.total).toBe(60);
    expect(await list('/countries?filter[continent-id]=99')).toEqual([]);
    const named = await list('/countries?filter[name]=Togo,Türkiye&sort=name');
    expect(valuesOf(named, 'alpha2-code')).toEqual(['TG', 'TR']);
    expect(ids(await list('/countries?filter[continent-id]=4&filter[name]=Canada'))).toEqual(['124']);
  });

  it('can be sorted by name', async () => {
    expect(valuesOf(await list('/countries?sort=name&page[size]=2'), 'name')).toEqual([
      'Afghanistan',
      'Aland',
    ]);
    expect(valuesOf(await list('/countries?sort=-name&page[size]=1'), 'name')).toEqual(['Zimbabwe']);
  });

  it('link to their continent and can include it', async () => {
    const mexico = await get('/countries/484?include=continent');
    expect(mexico.data.attributes).toEqual({ name: 'Mexico', 'alpha2-code': 'MX' });
    expect(mexico.data.relationships.continent.data).toEqual({ type: 'continents', id: '6' });
    expect(valuesOf(mexico.included, 'key')).toEqual(['CA']);
    expect((await get('/countries/484/continent')).data.attributes.key).toBe('CA');
    expect((await get('/countries/484/relationships/continent')).data.id).toBe('6');
    const listed = await get('/countries?filter[continent-id]=4&include=continent');
    expect(listed.included).toHaveLength(1);
  });
});
