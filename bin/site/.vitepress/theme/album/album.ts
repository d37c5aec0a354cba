/** What the page of an album reads of the API, and what it makes of it. */
import type { Records } from '../sign-in/calls.ts';
import { read, readAll } from '../sign-in/read.ts';

type Album = Records['albums'];
export type Delivery = Records['deliveries'];
export type Plays = Records['album-trends'];
type Request = Records['distribution-requests'];

export interface AlbumOnItsWay {
  readonly album: Album;
  readonly requests: readonly Request[];
  readonly deliveries: readonly Delivery[];
  readonly plays: readonly Plays[];
  /** Names by id. */
  readonly stores: ReadonlyMap<string, string>;
}

export async function readAlbum(id: string, token: string): Promise<AlbumOnItsWay> {
  const ofAlbum = { 'filter[album]': id };
  const [{ data: album }, requests, deliveries, plays, stores] = await Promise.all([
    read<'readAlbum'>({ path: '/albums/{id}', id }, token),
    readAll<'listDistributionRequests'>(
      { path: '/distribution-requests', query: { ...ofAlbum, sort: '-created-at' } },
      token,
    ),
    readAll<'listDeliveries'>({ path: '/deliveries', query: { ...ofAlbum, sort: '-date' } }, token),
    readAll<'listTrendsOfAlbum'>({ path: '/albums/{id}/trends', id, query: { 'page[size]': '100' } }, token),
    readAll<'listDsps'>({ path: '/dsps', query: { 'page[size]': '100' } }, token),
  ]);
  return {
    album,
    requests,
    deliveries,
    plays,
    stores: new Map(stores.map(({ id, attributes: { name } }) => [id, name])),
  };
}

/** The form of their ids. The page has no data of types. */
export const ALBUM_IDS = { pattern: '^[1-9]\\d{0,15}$', example: '1001' };

export interface AlbumPage {
  readonly albums: readonly Album[];
  readonly pages: number;
  readonly total: number;
}

/** @returns a page of the list of albums, the last changed first. */
export async function readAlbumPage(number: number, token: string): Promise<AlbumPage> {
  const query = {
    sort: '-updated-at',
    'page[size]': '10',
    'page[number]': String(number),
    'fields[albums]': 'title,last-status',
  };
  const { data, meta } = await read<'listAlbums'>({ path: '/albums', query }, token);
  return { albums: data, pages: meta.page['last-page'], total: meta.page.total };
}

const nextOfAlbum: Readonly<Record<Album['attributes']['last-status'], string>> = {
  draft: 'Complete the album, choose stores, and request its delivery.',
  in_review: 'The request waits for a decision.',
  approved: 'The stores are getting the album.',
  rejected: 'Fix what the review names, and request the delivery again.',
  delivered: 'Stores publish it on its release date. Request an update after a change.',
  error: 'No store received it. Request the delivery again, or ask the operators.',
  taken_down: 'It is in no store. Request a delivery to bring it back.',
};

/** @returns what happens next, as a sentence. */
export function nextStep(
  { attributes: { 'last-status': status } }: Album,
  request: Request | undefined,
): string {
  if (status === 'in_review' && request?.attributes.status === 'preapproved')
    return 'The request waits for your own decision: preapprove or reject it.';
  return nextOfAlbum[status];
}

/** @returns the plays by the value of a field, most first. @example sumBy(plays, (play) => country) */
export function sumBy(
  plays: readonly Plays[],
  keyOf: (play: Plays) => string,
): readonly (readonly [key: string, plays: number])[] {
  const sums = new Map<string, number>();
  for (const play of plays) sums.set(keyOf(play), (sums.get(keyOf(play)) ?? 0) + play.attributes.plays);
  return [...sums].sort(([, left], [, right]) => right - left);
}
