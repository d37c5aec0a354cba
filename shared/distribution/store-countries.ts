/** In which countries stores have an album, or are about to get it: those of the requests that they got last. */
import { findRecords, type Store } from '../kit/records/store.ts';
import type { Problem } from '../kit/values/problems.ts';
import { countryData } from '../reference/data/countries.ts';
import { type AlbumDeliveries, deliveriesAmong, dspOf } from './album-stores.ts';
import type { Delivery } from './api/deliveries.ts';
import { distributionRequests } from './api/distribution-requests.ts';
import { missingIn, takedownCountryProblems } from './rules/request-countries.ts';
import { storeOffers } from './store-offers.ts';

export const allCountries = (): string[] => countryData.rows().map(({ id }) => id);

const COUNTRIES = '/data/relationships/countries';

interface NamedCountries extends AlbumDeliveries {
  /** From which the album is taken down. */
  readonly dsps: readonly string[];
  readonly named: readonly string[];
}

/** Reads nothing for a takedown that names all countries. @param pointer to what names the countries. */
export async function takedownProblems(
  store: Store,
  { named, ...known }: NamedCountries,
  pointer = COUNTRIES,
): Promise<Problem[]> {
  if (missingIn(named, allCountries()).length === 0) return [];
  return takedownCountryProblems(named, await countriesAt(store, known), pointer);
}

async function countriesAt(store: Store, known: Omit<NamedCountries, 'named'>): Promise<string[]> {
  const ids = (await offersAt(store, known)).flatMap(({ fields }) => fields['distribution-request'] ?? []);
  const requests = await findRecords(store, distributionRequests, [...new Set(ids)]);
  return [...new Set(requests.flatMap(({ fields }) => fields.countries))];
}

const offersAt = (store: Store, { list, newest, dsps }: Omit<NamedCountries, 'named'>): Promise<Delivery[]> =>
  storeOffers(
    newest.filter((each) => dsps.includes(dspOf(each))),
    (accepted) => {
      const others = dsps.filter((dsp) => !accepted.some((each) => dspOf(each) === dsp));
      return deliveriesAmong(store, list, others);
    },
  );
