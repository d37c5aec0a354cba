/** In which countries stores have an album, or are about to get it: those of the requests that they got last. */
import { findRecords, type Store } from '../kit/records/store.ts';
import type { Problem } from '../kit/values/problems.ts';
import { countryData } from '../reference/data/countries.ts';
import { type AlbumDeliveries, deliveriesAmong, dspOf, isAccepted } from './album-stores.ts';
import type { Delivery } from './api/deliveries.ts';
import { distributionRequests } from './api/distribution-requests.ts';
import { missingIn, takedownCountryProblems } from './rules/request-countries.ts';

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

/** @returns the last delivery that each store accepted, and pending ones, without takedowns. */
async function offersAt(
  store: Store,
  { list, newest, dsps }: Omit<NamedCountries, 'named'>,
): Promise<Delivery[]> {
  const last = newest.filter((each) => dsps.includes(dspOf(each)) && isOffer(each) && isAccepted(each));
  const others = dsps.filter((dsp) => !last.some((each) => dspOf(each) === dsp));
  const all = (await deliveriesAmong(store, list, others)).filter(isOffer);
  const accepted = new Map(all.filter(isAccepted).map((each) => [dspOf(each), each]));
  return [...last, ...accepted.values(), ...all.filter(({ fields }) => fields.status === 'pending')];
}

const isOffer = ({ fields }: Delivery): boolean => fields.type !== 'takedown';
