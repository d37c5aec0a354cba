/** What the page of an album reads of the API, and what it makes of it. */
import type { RequestStatus } from '../../../../shared/distribution/rules/distribution.ts';
import type { AlbumStatus } from '../../../../shared/reference/rules/album-statuses.ts';
import { endIfRejected } from './session.ts';

export interface Resource {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data?: { readonly id: string } | null }>>;
  readonly meta?: Readonly<Record<string, unknown>>;
}

interface Document<D> {
  readonly data: D;
  readonly included?: readonly Resource[];
  readonly links?: { readonly next?: string | null };
  readonly errors?: readonly { readonly detail?: string }[];
}

/** @throws Error with the details of the response's errors. */
async function read<D>(path: string, token: string): Promise<Document<D>> {
  const response = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
  endIfRejected(response);
  const document = (await response.json()) as Document<D>;
  if (response.ok) return document;
  throw new Error(
    document.errors?.map(({ detail }) => detail).join(' ') ?? `The response is a ${response.status}.`,
  );
}

const MAX_PAGES = 20;

/** Reads the pages of a list, at most 20. */
async function readAll(path: string, token: string): Promise<Document<readonly Resource[]>> {
  const data: Resource[] = [];
  const included = new Map<string, Resource>();
  let next: string | null = path;
  for (let page = 0; next !== null && page < MAX_PAGES; page++) {
    const document: Document<readonly Resource[]> = await read(next, token);
    data.push(...document.data);
    for (const each of document.included ?? []) included.set(`${each.type} ${each.id}`, each);
    next = document.links?.next ? sameOrigin(document.links.next) : null;
  }
  return { data, included: [...included.values()] };
}

/** The page may be open at another address of the stage. */
const sameOrigin = (link: string): string => new URL(link).pathname + new URL(link).search;

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
