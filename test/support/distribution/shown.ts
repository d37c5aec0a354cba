/** What a user sees of requests in tests: errors, records and albums. */
import type { Person } from '../calls.ts';
import { ask, requestFor } from './release.ts';

export interface ErrorShown {
  readonly code?: string;
  readonly detail: string;
  readonly source?: { readonly pointer?: string };
}

/** @param user of all calls; read when they are made. */
export function shownTo(user: () => Person) {
  const errorsOf = async (
    album: string,
    type = 'delivery',
    relationships: object = {},
  ): Promise<ErrorShown[]> => {
    const request = requestFor(album, type, relationships);
    return (await ask(user(), 422, 'POST', '/distribution-requests', request)).body.errors;
  };
  const codesOf = async (album: string, type = 'delivery') =>
    (await errorsOf(album, type)).map(({ code }) => code);
  const albumOf = async (id: string) => (await shown(user(), `/albums/${id}`)).attributes;
  return { errorsOf, codesOf, albumOf };
}

/** @returns the record at a path. */
export const shown = async (person: Person, path: string) => (await ask(person, 200, 'GET', path)).body.data;

type ShownTrack = { readonly attributes: { readonly 'isrc-code': string | null } };

/** @returns the ISRCs of the up to 200 tracks of an album, in their order. */
export async function isrcsShown(person: Person, album: string): Promise<(string | null)[]> {
  const pages = ['', '&page[number]=2'].map(
    (page): Promise<ShownTrack[]> =>
      shown(person, `/albums/${album}/tracks?sort=order&page[size]=100${page}`),
  );
  return (await Promise.all(pages)).flat().map(({ attributes }) => attributes['isrc-code']);
}

export const upcShown = async (person: Person, album: string): Promise<string | null> =>
  (await shown(person, `/albums/${album}`)).attributes['upc-code'];
