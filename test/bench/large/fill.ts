/** The rows of a large catalogue of one owner and of its histories, made in parts. */
import { albumTracks } from '../../../shared/catalogue/api/album-tracks.ts';
import { albums } from '../../../shared/catalogue/api/albums.ts';
import { artists } from '../../../shared/catalogue/api/artists.ts';
import { albumArtists, trackArtists } from '../../../shared/catalogue/api/credited-artists.ts';
import { labels } from '../../../shared/catalogue/api/labels.ts';
import { tracks } from '../../../shared/catalogue/api/tracks.ts';
import { deliveries } from '../../../shared/distribution/api/deliveries.ts';
import { distributionRequests } from '../../../shared/distribution/api/distribution-requests.ts';
import { deliveryStatuses } from '../../../shared/distribution/rules/distribution.ts';
import type { StoredRecord } from '../../../shared/kit/declare/fields.ts';
import { newRecord } from '../../../shared/kit/records/store.ts';
import { batchesOf } from '../../../shared/platform/batches.ts';
import { dspData } from '../../../shared/reference/data/dsps.ts';
import { requestTypes } from '../../../shared/reference/rules/request-types.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { eventRecord } from '../../../shared/webhooks/deliveries/event-record.ts';
import { events, eventTypes } from '../../../shared/webhooks/events.ts';
import { rowsOf } from '../../support/rows-of.ts';

export interface Sizes {
  readonly labels: number;
  readonly artists: number;
  readonly albums: number;
  readonly tracksPerAlbum: number;
  readonly requestsPerAlbum: number;
  readonly deliveriesPerRequest: number;
  readonly events: number;
}

const DAY_MS = 86_400_000;
const CATALOGUE_MS = 365 * DAY_MS;
/** A little less than what is kept, so that no event expires during a run. */
const HISTORY_MS = 29.9 * DAY_MS;
/** Few enough for the memory of a process. */
const RECORDS_PER_PART = 20_000;

const times = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, number) => make(number));
/** @returns one of them for each number, in turn. */
const inTurn = <T>(all: readonly T[], number: number): T => all[number % all.length] as T;
const numbers = (count: number): number[] => times(count, (number) => number);

type Rows = ReturnType<typeof rowsOf>;

interface Owner {
  readonly ownerId: string;
  /** The id of the webhook endpoint that got all events. */
  readonly endpoint: string;
}

/** There are no snapshots or counts of lists among the rows (`fold`). */
export function* rowsOfOwner(owner: Owner, sizes: Sizes): Generator<Rows> {
  for (const records of recordsOf(owner, sizes)) yield rowsOf(definitions, records);
}

function* recordsOf({ ownerId, endpoint }: Owner, sizes: Sizes): Generator<StoredRecord[]> {
  const began = Date.now();
  const store = { now: new Date(began - CATALOGUE_MS) };
  const named = times(sizes.labels, (number) =>
    newRecord(store, labels, { ownerId, fields: { name: `Label ${number}` } }),
  );
  const people = times(sizes.artists, (number) =>
    newRecord(store, artists, { ownerId, fields: { name: `Artist ${number}` } }),
  );
  yield [...named, ...people];
  for (const part of batchesOf(numbers(sizes.albums), albumsPerPart(sizes)))
    yield part.flatMap((number) => {
      const now = new Date(began - CATALOGUE_MS * (1 - number / sizes.albums));
      const by = { label: inTurn(named, number).id, artist: inTurn(people, number).id };
      return release({ ownerId, now, number }, by, sizes);
    });
  for (const part of batchesOf(numbers(sizes.events), RECORDS_PER_PART))
    yield part.map((number) => {
      const now = new Date(began - HISTORY_MS * (1 - number / sizes.events));
      return event({ ownerId, now, number }, endpoint);
    });
}

const albumsPerPart = ({ tracksPerAlbum, requestsPerAlbum, deliveriesPerRequest }: Sizes): number =>
  Math.ceil(RECORDS_PER_PART / (2 + 3 * tracksPerAlbum + requestsPerAlbum * (1 + deliveriesPerRequest)));

interface Made {
  readonly ownerId: string;
  readonly now: Date;
  readonly number: number;
}

const rights = { 'is-explicit': false, 'rights-owner-year': 2026, 'rights-owner-name': 'Bench' };
const classified = { 'primary-genre': '1', language: '118' };
const MAIN = { 'artist-role': '1' };

/** An album with its tracks, their places and artists, its request and its deliveries. */
function release(
  made: Made,
  { label, artist }: { readonly label: string; readonly artist: string },
  sizes: Sizes,
): StoredRecord[] {
  const { ownerId, now, number } = made;
  const store = { now };
  const album = newRecord(store, albums, {
    ownerId,
    fields: {
      ...rights,
      ...classified,
      title: `Album ${number}`,
      release_date: now.toISOString().slice(0, 10),
      dsps: ['1', '4'],
      label,
    },
  });
  const on = { album: album.id };
  const parts = times(sizes.tracksPerAlbum, (order) => order + 1).flatMap((order) => {
    const title = `Track ${number * sizes.tracksPerAlbum + order}`;
    const fields = { ...rights, ...classified, title, order, 'oldest-album': album.id };
    const track = newRecord(store, tracks, { ownerId, fields });
    const of = { track: track.id };
    return [
      track,
      newRecord(store, albumTracks, { ownerId, fields: { ...of, ...on, order } }),
      newRecord(store, trackArtists, { ownerId, fields: { ...of, ...MAIN, artist } }),
    ];
  });
  const credit = newRecord(store, albumArtists, { ownerId, fields: { ...on, ...MAIN, artist } });
  const requests = times(sizes.requestsPerAlbum, () => distribution(made, album.id, sizes));
  return [album, credit, ...parts, ...requests.flat()];
}

function distribution(
  { ownerId, now, number }: Made,
  album: string,
  { deliveriesPerRequest }: Sizes,
): StoredRecord[] {
  const type = inTurn(requestTypes, number);
  const request = newRecord({ now }, distributionRequests, {
    ownerId,
    fields: { 'request-type': type, status: 'sent', date: now.toISOString().slice(0, 10), album },
  });
  const made = times(deliveriesPerRequest, (delivery) =>
    newRecord({ now }, deliveries, {
      ownerId,
      fields: {
        type,
        album,
        'distribution-request': request.id,
        dsp: inTurn(dspData.rows(), delivery).id,
        status: inTurn(deliveryStatuses, number),
        date: now.toISOString(),
        'store-delivery-id': `${number}-${delivery}`,
        'album-title': `Album ${number}`,
      },
    }),
  );
  return [request, ...made];
}

function event({ ownerId, now, number }: Made, endpoint: string): StoredRecord {
  const type = inTurn(eventTypes, number);
  const createdAt = now.toISOString();
  const id = `evt_00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const attempted = { attempts: 1, lastResponseStatus: 204, failureReason: null, lastAttempts: [] };
  return eventRecord(
    { id, type, createdAt, ownerId, data: events[type].example },
    { [endpoint]: { ...attempted, status: 'succeeded', deliveredAt: createdAt } },
  );
}
