/** Finds in what an undecided update or redelivery differs from what stores have. As of a moment ago. */
import { albums } from '../../catalogue/api/albums.ts';
import { deliveredUpc } from '../../catalogue/former-upcs.ts';
import { findRecord, type Store } from '../../kit/records/store.ts';
import type { DistributionRequest } from '../api/distribution-requests.ts';
import { type PlacedTrack, recentTracksOn } from '../contents/album-contents.ts';
import { isOpen } from '../rules/distribution.ts';
import { storeDifferences } from '../rules/store-differences.ts';
import { changesSince } from '../seen/changes-since.ts';
import { offersTo } from './country-changes.ts';

/** Changes by the owner that are shown. They are logged while stores have the album, and kept for a year. */
const MAX_CHANGES = 50;

/** @returns sentences; null if there is nothing to compare, such as for a first delivery. */
export async function differencesFromStores(
  store: Store,
  { fields }: DistributionRequest,
): Promise<readonly string[] | null> {
  const { 'request-type': type, status, dsps } = fields;
  if (!isOpen(status) || (type !== 'update' && type !== 'redelivery')) return null;
  const album = await findRecord(store, albums, fields.album);
  const offers = album ? await offersTo(store, [{ album, dsps }]) : [];
  const sent = offers.filter((each) => each.fields.status === 'sent');
  const since = sent
    .map((each) => each.fields.date)
    .toSorted()
    .at(0);
  if (!album || since === undefined) return null;
  const [placed, changes] = await Promise.all([
    recentTracksOn(store, album),
    changesSince(store, album, { since, limit: MAX_CHANGES }),
  ]);
  const told = new Set(changes.flatMap(({ track }) => track ?? []));
  const compared = {
    upc: { inStores: deliveredUpc(album), now: album.fields['upc-code'] },
    since,
    tracks: placed.map((place) => comparedTrack(place, { since, told })),
  };
  return [...storeDifferences(compared), ...new Set(changes.map(({ what }) => `Changed since: ${what}.`))];
}

const comparedTrack = (
  { track: { id, fields }, disc, order }: PlacedTrack,
  { since, told }: { readonly since: string; readonly told: ReadonlySet<string> },
) => ({
  disc,
  order,
  title: fields.title,
  isNew: fields['delivered-isrc'] === null || fields['created-at'] > since,
  isrc: { inStores: fields['delivered-isrc'] || null, now: fields['isrc-code'] },
  updatedAt: fields['updated-at'],
  isTold: told.has(id),
});
