/** Reads the countries of a release from its deals. */
import { countryData } from '../../../../shared/reference/data/countries.ts';
import { countryOf } from '../reference-names.ts';
import { at, textAt, textsAt, type XmlNode } from './xml-tree.ts';

export interface Terms {
  /** Ids; empty for all countries. */
  readonly countries: readonly string[];
  /** The first day of use, if a deal has one. */
  readonly start: string | undefined;
}

export function termsOf(message: XmlNode, release: XmlNode, note: (sentence: string) => void): Terms {
  const reference = textAt(release, 'ReleaseReference') ?? '';
  const deals = at(message, 'DealList', 'ReleaseDeal').filter((deal) =>
    textsAt(deal, 'DealReleaseReference').includes(reference),
  );
  if (deals.length === 0) note('A release without a deal is imported for all countries.');
  const terms = deals.flatMap((deal) => at(deal, 'Deal', 'DealTerms'));
  if (terms.length > 0 && terms.every(isOver))
    note('The deals of a release have ended. The catalogue does not keep this.');
  const starts = terms.flatMap((each) => [
    ...textsAt(each, 'ValidityPeriod', 'StartDate'),
    ...textsAt(each, 'ValidityPeriod', 'StartDateTime'),
  ]);
  return { countries: countriesOf(terms, note), start: starts.toSorted()[0]?.slice(0, 10) };
}

const isOver = (terms: XmlNode): boolean =>
  [...at(terms, 'ValidityPeriod', 'EndDate'), ...at(terms, 'ValidityPeriod', 'EndDateTime')].length > 0;

function countriesOf(terms: readonly XmlNode[], note: (sentence: string) => void): string[] {
  const idsOf = (codes: readonly string[]) =>
    codes.flatMap((code) => {
      const country = countryOf(code);
      if (!country && code !== 'Worldwide') note(`The territory ${code} is not a country of the catalogue.`);
      return country ? [country.id] : [];
    });
  const chosen = new Set<string>();
  for (const each of terms) {
    const codes = textsAt(each, 'TerritoryCode');
    const excluded = new Set(idsOf(textsAt(each, 'ExcludedTerritoryCode')));
    const isEverywhere = codes.includes('Worldwide') || (codes.length === 0 && excluded.size > 0);
    if (isEverywhere && excluded.size === 0) return [];
    const all = isEverywhere ? countryData.rows().map(({ id }) => id) : idsOf(codes);
    for (const id of all) if (!excluded.has(id)) chosen.add(id);
  }
  return [...chosen];
}
