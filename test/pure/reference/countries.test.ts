import codes from 'cldr-core/supplemental/codeMappings.json' with { type: 'json' };
import containment from 'cldr-core/supplemental/territoryContainment.json' with { type: 'json' };
import { countries as published } from 'countries-list';
import { describe, expect, it } from 'vitest';
import { continentData, continentIds } from '../../../shared/reference/data/continents.ts';
import { countryData } from '../../../shared/reference/data/countries.ts';

/** The UN M49 regions of each continent. */
const regions = {
  AF: ['002'],
  AS: ['142'],
  EU: ['150'],
  NA: ['021'],
  SA: ['005'],
  CA: ['013', '029'],
  OC: ['009'],
};

const regionOf: Readonly<Record<string, { readonly _contains?: readonly string[] }>> =
  containment.supplemental.territoryContainment;
const within = (region: string): readonly string[] =>
  (regionOf[region]?._contains ?? []).flatMap((each) => (/^\d+$/.test(each) ? within(each) : [each]));
const continentsOf = (alpha2Code: string) =>
  Object.entries(regions).flatMap(([key, parts]) =>
    parts.flatMap(within).includes(alpha2Code) ? [key] : [],
  );

const mappings: Readonly<Record<string, { readonly _numeric?: string; readonly _alpha3?: string }>> =
  codes.supplemental.codeMappings;
/** Omits private numbers (900 and above), except that of Kosovo, and codes without a number, which are not in the standard. */
const numericCodeOf = (alpha2Code: string) => {
  const numericCode = Number(mappings[alpha2Code]?._numeric);
  return numericCode < 900 || alpha2Code === 'XK' ? numericCode : undefined;
};

const keys = new Map<string, string>(Object.entries(continentIds).map(([key, id]) => [id, key]));
const ours = countryData.rows().map((row) => ({
  id: row.id,
  alpha2Code: row['alpha2-code'],
  name: row.name,
  continents: [keys.get(String(row.continent))],
}));
const of = (alpha2Code: string) => ours.find((each) => each.alpha2Code === alpha2Code);

describe('countries', () => {
  it('are those of ISO 3166-1 without Antarctica, and Kosovo, as in the data packages', () => {
    const theirs = Object.entries(published).flatMap(([alpha2Code, { name }]) => {
      const numericCode = numericCodeOf(alpha2Code);
      if (numericCode === undefined || alpha2Code === 'AQ') return [];
      // UN M49 has no region for Kosovo.
      const continents = alpha2Code === 'XK' ? ['EU'] : continentsOf(alpha2Code);
      return [{ id: String(numericCode), alpha2Code, name, continents }];
    });
    expect(ours).toEqual(theirs.toSorted((a, b) => Number(a.id) - Number(b.id)));
    expect(ours).toHaveLength(249);
  });

  it.each([
    ['MX', '484', 'CA'],
    ['JM', '388', 'CA'],
    ['PR', '630', 'CA'],
    ['US', '840', 'NA'],
    ['GL', '304', 'NA'],
    ['BR', '76', 'SA'],
    ['FR', '250', 'EU'],
    ['RU', '643', 'EU'],
    ['TR', '792', 'AS'],
    ['CY', '196', 'AS'],
    ['TW', '158', 'AS'],
    ['EG', '818', 'AF'],
    ['AU', '36', 'OC'],
    ['XK', '983', 'EU'],
  ])('include %s with the id %s, in %s', (alpha2Code, id, continent) => {
    expect(of(alpha2Code)).toMatchObject({ id, continents: [continent] });
  });

  it('do not include Antarctica', () => {
    expect(of('AQ')).toBeUndefined();
  });
});

describe('continents', () => {
  it('are seven with stable ids', () => {
    const rows = continentData.rows().map(({ id, key }) => `${id} ${key}`);
    expect(rows).toEqual(['1 AF', '2 AS', '3 EU', '4 NA', '5 SA', '6 CA', '7 OC']);
  });

  it('contain every country, and at least one each', () => {
    const sizes = Object.groupBy(ours, ({ continents }) => String(continents[0]));
    const counts = Object.entries(sizes).map(([key, list]) => [key, list?.length]);
    expect(Object.fromEntries(counts)).toEqual({ AF: 60, AS: 51, EU: 52, NA: 5, SA: 16, CA: 36, OC: 29 });
  });
});
