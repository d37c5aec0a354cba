/** Shows an album with everything that its distribution depends on. */
import { namesOf } from '../../accounts/names-of.ts';
import { organizationsOf } from '../../accounts/organizations-of.ts';
import { type Album, albums } from '../../catalogue/api/albums.ts';
import { type TrackAsset, trackAssets } from '../../catalogue/api/track-assets.ts';
import { tracks } from '../../catalogue/api/tracks.ts';
import type { Run } from '../../kit/commands/listed.ts';
import { type Operation, requireRecord } from '../../kit/commands/operation.ts';
import type { Stored } from '../../kit/declare/fields.ts';
import type { Resource } from '../../kit/declare/resource.ts';
import { linkingsOf } from '../../kit/records/linked-records.ts';
import { findInOrder } from '../../kit/records/store.ts';
import { deliveries } from '../api/deliveries.ts';
import { type DistributionRequest, distributionRequests } from '../api/distribution-requests.ts';
import type { showAlbum } from '../commands.ts';
import {
  type AlbumLists,
  albumContents,
  albumLists,
  type Place,
  placesIn,
  tracksAt,
} from '../contents/album-contents.ts';
import { albumStanding, type StandingRequest } from '../rules/album-standing.ts';
import { missingItems } from '../rules/completeness.ts';
import { isRejected } from '../rules/delivery-lists.ts';
import { isOpen } from '../rules/distribution.ts';
import { changesSince } from '../seen/changes-since.ts';
import { releaseVersion } from '../seen/release-version.ts';
import { changeMoment, deliveryMoments, type Moment, requestMoments } from './moments.ts';
import { shownDeliveries } from './shown-delivery.ts';

const MAX_REQUESTS = 50;
const MAX_DELIVERIES = 200;
const MAX_MOMENTS = 100;

export const run = (async ({ id }, operation) => {
  const album = await requireRecord(operation, albums, id);
  // Before the rest, which can only be newer.
  const seen = await releaseVersion(operation.table, album);
  const [requests, delivered, lists, organizations] = await Promise.all([
    newestOf(operation, album, { resource: distributionRequests, count: MAX_REQUESTS }),
    newestOf(operation, album, { resource: deliveries, count: MAX_DELIVERIES }),
    albumLists(operation, album),
    organizationsOf(operation, [album.ownerId]),
  ]);
  const [last] = requests;
  const first = requests.at(-1)?.fields['created-at'];
  const [missing, masters, shown, changes] = await Promise.all([
    missingOn(operation, { album, lists }, last),
    mastersOf(operation, album, placesIn(lists.places.linkings)),
    shownDeliveries(operation.table, delivered),
    first === undefined ? [] : changesSince(operation, album, { since: first, limit: MAX_MOMENTS }),
  ]);
  const { fields } = album;
  const liveOn = fields['live-dsps'].toSorted((left, right) => Number(left) - Number(right));
  const standings = shown.map((each, index) => ({
    ...each,
    isRejected: isRejected(delivered[index]?.fields ?? {}),
  }));
  const lastOfDsps = [...new Map(standings.toReversed().map((each) => [each.dsp, each])).values()];
  const why = albumStanding({
    status: fields['last-status'],
    liveOn,
    missing,
    unready: masters.filter(({ type, status }) => type === 'video' && status !== 'valid'),
    request: last && standing(last),
    deliveries: lastOfDsps,
  });
  const moments = [
    ...requests.flatMap(requestMoments),
    ...delivered.flatMap(deliveryMoments),
    ...changes.map((change) => changeMoment(album, change)),
  ];
  return {
    why,
    id,
    seen,
    title: fields.title,
    status: fields['last-status'],
    'qa-status': fields['qa-status'],
    ...organizations.get(album.ownerId),
    user: album.ownerId,
    dsps: fields.dsps,
    'live-on': liveOn,
    missing,
    masters,
    requests: requests.map(shownRequest),
    deliveries: shown,
    history: await withNames(operation, moments),
  };
}) satisfies Run<typeof showAlbum>;

/** @returns newest first. */
async function withNames(operation: Operation, moments: readonly Moment[]) {
  const shown = moments.toSorted((left, right) => (left.at < right.at ? 1 : -1)).slice(0, MAX_MOMENTS);
  const names = await namesOf(
    operation,
    shown.flatMap(({ actor }) => actor ?? []),
  );
  return shown.map(({ at, what, id: of, actor, detail }) => ({
    at,
    what,
    id: of,
    actor,
    'actor-name': names.get(actor ?? 'nobody') ?? null,
    detail,
  }));
}

/** @returns newest first. */
async function newestOf<D extends Resource>(
  operation: Operation,
  album: Album,
  { resource, count }: { resource: D; count: number },
): Promise<Stored<D>[]> {
  const linkings = await linkingsOf(operation, [album], { resource, by: 'album' });
  const newest = (linkings.get(album.id) ?? []).slice(-count).toReversed();
  return findInOrder(
    operation,
    resource,
    newest.map(({ id }) => id),
  );
}

/** Only tracks that have masters are read. */
async function mastersOf(operation: Operation, { ownerId }: Album, places: readonly Place[]) {
  const targets = places.map(({ trackId: id }) => ({ type: tracks.type, id, ownerId }));
  const isEventual = true;
  const linkings = await linkingsOf(operation, targets, { resource: trackAssets, by: 'track', isEventual });
  const ids = [...linkings.values()].flat().map(({ id }) => id);
  const having = places.filter(({ trackId }) => linkings.get(trackId)?.length);
  const [placed, assets] = await Promise.all([
    tracksAt(operation, having),
    findInOrder(operation, trackAssets, ids),
  ]);
  const masters = Map.groupBy(assets, ({ fields }) => fields.track);
  return placed.flatMap(
    ({
      track: {
        id: track,
        fields: { title },
      },
    }) =>
      (masters.get(track) ?? []).map(({ id, fields }: TrackAsset) => ({
        id,
        track,
        title,
        type: fields['asset-type'],
        status: fields['validation-status'],
        errors: fields['validation-errors'],
      })),
  );
}

/** What a review would find missing. */
async function missingOn(
  operation: Operation,
  read: { readonly album: Album; readonly lists: AlbumLists },
  last: DistributionRequest | undefined,
): Promise<string[]> {
  const dsps = last && isOpen(last.fields.status) ? last.fields.dsps : read.album.fields.dsps;
  const { contents } = await albumContents(operation, read, dsps);
  return missingItems(contents).map(({ detail }) => detail);
}

const standing = ({ id, fields }: DistributionRequest): StandingRequest => {
  const decided = fields.decisions.at(-1);
  return {
    id,
    type: fields['request-type'],
    status: fields.status,
    reason: decided?.reason ?? null,
    since: decided?.at ?? fields['created-at'],
  };
};

const shownRequest = (request: DistributionRequest) => {
  const { id, type, status, since, reason } = standing(request);
  return {
    id,
    type,
    status,
    'created-at': request.fields['created-at'],
    since,
    reason,
    dsps: request.fields.dsps,
  };
};
