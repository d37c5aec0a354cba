/** Reads documents of the API for the pages. */
import type { Calls, Records } from './calls.ts';
import { endIfRejected, UNREACHABLE } from './session.ts';

/** Operations that only read. */
type Reading = Exclude<keyof Calls, 'signIn'>;
type Listing = { [C in Reading]: Calls[C]['response'] extends Page ? C : never }[Reading];

/** A record of any type, for forms. */
export interface Resource extends Pick<Records[keyof Records], 'id'> {
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A list of records of any type. */
interface Page {
  readonly data: readonly Resource[];
  readonly links: { readonly next: string | null };
}

interface Rejected {
  readonly errors?: readonly { readonly detail?: string }[];
}

export interface Call<C extends Reading> {
  readonly path: Calls[C]['path'];
  /** In place of {id}. */
  readonly id?: string;
  readonly query?: { readonly [Q in Calls[C]['query']]?: string };
}

function addressOf({ path, id = '', query = {} }: Call<Reading>): string {
  const filled = path.replace('{id}', encodeURIComponent(id));
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `/api/v1${filled}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

/** @throws Error with the details of the response's errors. @example read<'readAlbum'>({ path: '/albums/{id}', id }, token) */
export const read = <C extends Reading>(call: Call<C>, token: string): Promise<Calls[C]['response']> =>
  readAt<Calls[C]['response']>(addressOf(call), token);

/** Reads the pages of a list, at most 20. @returns their records. */
export const readAll = <C extends Listing>(
  call: Call<C>,
  token: string,
): Promise<readonly Calls[C]['response']['data'][number][]> =>
  readPages<Calls[C]['response']['data'][number]>(addressOf(call), token);

/** Reads an address that the page knows from the document of the API. */
export async function readAt<D>(address: string, token: string): Promise<D> {
  const response = await fetch(address, { headers: { Authorization: `Bearer ${token}` } }).catch(() => {
    throw new Error(UNREACHABLE);
  });
  endIfRejected(response);
  const document = (await response.json().catch(() => ({}))) as D & Rejected;
  if (response.ok) return document;
  throw new Error(
    document.errors?.map(({ detail }) => detail).join(' ') ?? `The response is a ${response.status}.`,
  );
}

/** The same for the pages of a list. @returns their records. */
export async function readPages<R extends Resource>(
  address: string,
  token: string,
  maxPages = 20,
): Promise<readonly R[]> {
  const data: R[] = [];
  let next: string | null = address;
  for (let page = 0; next !== null && page < maxPages; page++) {
    const document: { readonly data: readonly R[] } & Partial<Page> = await readAt(next, token);
    data.push(...document.data);
    next = document.links?.next ? sameOrigin(document.links.next) : null;
  }
  return data;
}

/** The page may be open at another address of the stage. */
const sameOrigin = (link: string): string => new URL(link).pathname + new URL(link).search;
