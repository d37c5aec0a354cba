/** Reads the countries of a release, and the days and times of its deals, from those that are in force. */
import { countryData } from '../../reference/data/countries.ts';
import { countryOf } from '../../reference/reference-names.ts';
import { at, type XmlNode } from '../xml/xml-tree.ts';
import { byTime, type Deal, dealOf, dealsInForce } from './deals-in-force.ts';
import type { SaleDeals } from './read-times.ts';

export interface Terms {
  /** Ids; empty for all countries. */
  readonly countries: readonly string[];
  /** The first day of use, if a deal has one. */
  readonly start: string | undefined;
  readonly deals: SaleDeals;
}

interface ReadingDeals {
  readonly now: Date;
  readonly note: (sentence: string) => void;
  /** Reports why the release has no countries. */
  readonly report: (sentence: string) => void;
}

/** @param deals those of the release. */
export function termsOf(deals: readonly XmlNode[], { now, note, report }: ReadingDeals): Terms {
  const all = deals.flatMap((deal) => at(deal, 'Deal', 'DealTerms'));
  if (all.length === 0) {
    const what = deals.length === 0 ? 'a deal' : 'terms of its deals';
    note(`A release without ${what} is imported for all countries.`);
    return { countries: [], start: undefined, deals: { sold: [], advance: [], isAdvanceEverywhere: true } };
  }
  const read = all.map((terms) => dealOf(terms, now));
  for (const fault of read.flatMap(({ faults }) => faults)) report(fault);
  const { chosen, others } = dealsInForce(read);
  const omitted = new Set(others.map((deal) => `The deal for ${territoriesIn(deal)} ${deal.reason}.`));
  for (const deal of chosen)
    if (deal.end !== undefined)
      omitted.add(`The deal for ${territoriesIn(deal)} ends on ${deal.end}. Its end is omitted.`);
  const countries = countriesOf(chosen, { note: (sentence) => omitted.add(sentence), report });
  for (const sentence of omitted) note(sentence);
  if (countries?.length === 0)
    report(['No deal of the release permits a country now.', ...[...omitted].slice(0, 5)].join(' '));
  if (
    new Set(chosen.flatMap((deal) => (deal.state === 'later' ? deal.start?.text.slice(0, 10) : []))).size > 1
  )
    note('The deals of an upcoming release begin on different days. All its countries get its release date.');
  const starts = read.flatMap(({ isPreOrder, start }) => (isPreOrder || !start ? [] : start.text));
  const advance = read.filter(({ isPreOrder, isTakedown }) => isPreOrder && !isTakedown);
  const everywhere = { note: () => {}, report: () => {} };
  return {
    countries: countries ?? [],
    start: starts.toSorted(byTime)[0]?.slice(0, 10),
    deals: {
      sold: chosen.filter(({ isPreOrder }) => !isPreOrder),
      advance,
      isAdvanceEverywhere: isSame(countriesOf(advance, everywhere) ?? [], countries ?? []),
    },
  };
}

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((id) => right.includes(id));

/** Whether a track release has other countries than its release. Tracks of the catalogue have none. */
export function hasOtherCountries(deals: readonly XmlNode[], { countries }: Terms, now: Date): boolean {
  if (deals.length === 0) return false;
  let hasNone = false;
  const report = () => {
    hasNone = true;
  };
  const own = termsOf(deals, { now, note: () => {}, report });
  return hasNone || !isSame(own.countries, countries);
}

/** @returns ids of countries, or undefined for all. */
function countriesOf(
  deals: readonly Deal[],
  { note, report }: Pick<ReadingDeals, 'note' | 'report'>,
): string[] | undefined {
  const idsOf = (codes: readonly string[], tell: (sentence: string) => void) =>
    codes.flatMap((code) => {
      const country = countryOf(code);
      if (!country && code !== WORLDWIDE) tell(`The territory ${code} is not a country of the catalogue.`);
      return country ? [country.id] : [];
    });
  const chosen = new Set<string>();
  for (const { codes, excludedCodes } of deals) {
    // Without the exclusion of a region, the release would be for more than the deal permits.
    const excluded = new Set(excludedCodes.flatMap((code) => idsOf([code], isAlpha2(code) ? note : report)));
    if (codes.length + excludedCodes.length === 0)
      note('A deal without territories is read as one for all countries.');
    const isEverywhere = codes.includes(WORLDWIDE) || codes.length === 0;
    if (isEverywhere && excluded.size === 0) return undefined;
    const all = isEverywhere ? countryData.rows().map(({ id }) => id) : idsOf(codes, note);
    for (const id of all) if (!excluded.has(id)) chosen.add(id);
  }
  return [...chosen];
}

const isAlpha2 = (code: string): boolean => /^[A-Z]{2}$/.test(code);

const WORLDWIDE = 'Worldwide';

function territoriesIn({ codes, excludedCodes }: Deal): string {
  const listed = codes.length > 0 ? listOf(codes) : WORLDWIDE;
  return excludedCodes.length > 0 ? `${listed} except ${listOf(excludedCodes)}` : listed;
}

function listOf(codes: readonly string[]): string {
  const shown = codes.slice(0, MAX_SHOWN);
  return codes.length > MAX_SHOWN
    ? `${shown.join(', ')} and ${codes.length - MAX_SHOWN} more`
    : shown.join(', ');
}

const MAX_SHOWN = 5;
