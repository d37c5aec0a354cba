/**
 * How the countries of requests differ from those in which stores have the albums, or are about to get them. Reads
 * with eventual consistency, because nothing is decided on it.
 */
import { type Album, albums } from '../../catalogue/api/albums.ts';
import { linkingsOf } from '../../kit/records/linked-records.ts';
import { findRecentRecords, type Store } from '../../kit/records/store.ts';
import { dspOf } from '../album-stores.ts';
import { type Delivery, deliveries } from '../api/deliveries.ts';
import { distributionRequests } from '../api/distribution-requests.ts';
import type { RequestType } from '../rules/distribution.ts';
import { type CountryChanges, countryChanges } from '../rules/request-countries.ts';
import { allCountries } from '../store-countries.ts';
import { storeOffers } from '../store-offers.ts';
import { byOwner } from './undecided-albums.ts';

interface Requested {
  readonly album: Pick<Album, 'id' | 'ownerId'>;
  readonly type: RequestType;
  /** Ids of the DSPs that get it. */
  readonly dsps: readonly string[];
  /** Ids of the countries; none for all. */
  readonly countries: readonly string[];
}

/**
 * Reads nothing for first deliveries and takedowns. What the others need is read together.
 * @returns one for each request, undefined if no store has its album.
 */
export async function countryChangesOf(
  store: Store,
  all: readonly Requested[],
): Promise<(CountryChanges | undefined)[]> {
  const compared = all.filter(({ type }) => type === 'update' || type === 'redelivery');
  if (compared.length === 0) return all.map(() => undefined);
  const offers = await offersTo(store, compared);
  const ids = offers.flatMap(({ fields }) => fields['distribution-request'] ?? []);
  const requests = await findRecentRecords(store, distributionRequests, ids);
  const named = new Map(requests.map(({ id, fields }) => [id, allIfNone(fields.countries)]));
  return all.map((request) => {
    if (!compared.includes(request)) return undefined;
    const own = offers.filter((each) => each.fields.album === request.album.id && isTo(request, each));
    const having = [...Map.groupBy(own, dspOf).values()].map((some) =>
      some.flatMap(({ fields: { 'distribution-request': id } }) => (id && named.get(id)) || []),
    );
    return having.length === 0 ? undefined : countryChanges(allIfNone(request.countries), having);
  });
}

const isTo = ({ dsps }: Requested, delivery: Delivery): boolean => dsps.includes(dspOf(delivery));

const allIfNone = (countries: readonly string[]): readonly string[] =>
  countries.length === 0 ? allCountries() : countries;

/** @returns the deliveries with which the stores of the requests have their albums, or are about to get them. */
export async function offersTo(
  store: Store,
  requested: readonly Pick<Requested, 'album' | 'dsps'>[],
): Promise<Delivery[]> {
  const targets = [...new Map(requested.map(({ album }) => [album.id, album])).values()];
  const chosen = new Set(requested.flatMap(({ album, dsps }) => dsps.map((dsp) => `${album.id} ${dsp}`)));
  const lists = await Promise.all(
    byOwner(targets.map(({ id, ownerId }) => ({ type: albums.type, id, ownerId }))).map((own) =>
      linkingsOf(store, own, { resource: deliveries, by: 'album', isEventual: true }),
    ),
  );
  const listed = lists
    .flatMap((list) => [...list])
    .flatMap(([album, linkings]) => linkings.map(({ id, ids }) => ({ id, to: `${album} ${ids['dsp']}` })))
    .filter(({ to }) => chosen.has(to));
  const newest = new Map(listed.map(({ id, to }) => [to, id]));
  return storeOffers(await findRecentRecords(store, deliveries, newest.values()), (accepted) => {
    const known = new Set<string | undefined>(accepted.map(({ id }) => id));
    const others = listed.filter(({ to }) => !known.has(newest.get(to)));
    return findRecentRecords(
      store,
      deliveries,
      others.map(({ id }) => id),
    );
  });
}
