/** What the page of an album reads of the API, and what it makes of it. */
import type { RequestStatus } from '../../../../../shared/distribution/rules/distribution.ts';
import type { AlbumStatus } from '../../../../../shared/reference/rules/album-statuses.ts';
import { type Resource, read, readAll } from '../sign-in/read.ts';

export interface AlbumOnItsWay {
  readonly album: Resource;
  readonly requests: readonly Resource[];
  readonly deliveries: readonly Resource[];
  readonly plays: readonly Resource[];
  /** Names by id. */
  readonly stores: ReadonlyMap<string, string>;
}

export async function readAlbum(id: string, token: string): Promise<AlbumOnItsWay> {
  const of = (list: string) => `/api/v1/${list}?filter[album]=${encodeURIComponent(id)}`;
  const [album, requests, deliveries, plays, stores] = await Promise.all([
    read<Resource>(`/api/v1/albums/${encodeURIComponent(id)}`, token),
    readAll(`${of('distribution-requests')}&sort=-created-at`, token),
    readAll(`${of('deliveries')}&sort=-date`, token),
    readAll(`/api/v1/albums/${encodeURIComponent(id)}/trends?page[size]=100`, token),
    readAll('/api/v1/dsps?page[size]=100', token),
  ]);
  const names = stores.data.map((each) => [each.id, String(each.attributes['name'])] as const);
  return {
    album: album.data,
    requests: requests.data,
    deliveries: deliveries.data,
    plays: plays.data,
    stores: new Map(names),
  };
}

/** The form of their ids. The page has no data of types. */
export const ALBUM_IDS = { pattern: '^[1-9]\\d{0,15}$', example: '1001' };

export interface AlbumPage {
  readonly albums: readonly Resource[];
  readonly pages: number;
  readonly total: number;
}

/** @returns a page of the list of albums, the last changed first. */
export async function readAlbumPage(number: number, token: string): Promise<AlbumPage> {
  const query = `sort=-updated-at&page[size]=10&page[number]=${number}&fields[albums]=title,last-status`;
  const { data, meta } = await read<readonly Resource[]>(`/api/v1/albums?${query}`, token);
  return { albums: data, pages: meta?.page?.['last-page'] ?? 1, total: meta?.page?.['total'] ?? data.length };
}

const nextOfAlbum: Readonly<Record<AlbumStatus, string>> = {
  draft: 'Complete the album, choose stores, and request its delivery.',
  in_review: 'The request waits for a decision.',
  approved: 'The stores are getting the album.',
  rejected: 'Mend what the review names, and request the delivery again.',
  delivered: 'Stores publish it on its release date. Request an update after a change.',
  error: 'No store could take it. Request the delivery again, or ask the operators.',
  taken_down: 'It is in no store. Request a delivery to bring it back.',
};

/** @returns what happens next, as a sentence. */
export function nextStep(album: string, request: string | undefined): string {
  if (album === 'in_review' && (request satisfies RequestStatus | string | undefined) === 'preapproved')
    return 'The request waits for your own decision: preapprove or reject it.';
  return nextOfAlbum[album as AlbumStatus] ?? '';
}

/** @returns the plays by the value of a field, most first. @example sumBy(plays, (play) => country) */
export function sumBy(
  plays: readonly Resource[],
  keyOf: (play: Resource) => string,
): readonly (readonly [key: string, plays: number])[] {
  const sums = new Map<string, number>();
  for (const play of plays)
    sums.set(keyOf(play), (sums.get(keyOf(play)) ?? 0) + Number(play.attributes['plays']));
  return [...sums].sort(([, left], [, right]) => right - left);
}
