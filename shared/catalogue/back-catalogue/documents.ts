/** The documents that a client would send to create the records of a release. */
import { documentOf, type Linkage, type WriteDocument } from '../../kit/jsonapi/document.ts';
import type { ArtistIdentifiers, Release, ReleaseArtist, ReleaseTrack } from './release-form.ts';

type Links = Readonly<Record<string, string | null>>;

const one = (type: string, id: string | null): Linkage => (id === null ? null : { type, id });
const many = (type: string, ids: readonly string[]): Linkage => ids.map((id) => ({ type, id }));

const referenceTypes: Readonly<Record<string, string>> = {
  'primary-genre': 'genres',
  'secondary-genre': 'genres',
  language: 'languages',
  version: 'versions',
};

const toReferences = (links: Links): Record<string, Linkage> =>
  Object.fromEntries(
    Object.entries(links).map(([name, id]) => [name, one(referenceTypes[name] ?? name, id)] as const),
  );

/** @param codes of an artist. */
export const nameDocument = (name: string, codes: Partial<ArtistIdentifiers> = {}): WriteDocument =>
  documentOf({ ...codes, name });

export const albumDocument = (release: Release, label: string | null): WriteDocument =>
  documentOf(release.attributes, {
    ...toReferences(release.links),
    label: one('labels', label),
    countries: many('countries', release.countries),
  });

/** @param idOf returns the id of an artist. Without it, nothing links to artists. */
export function trackDocument(
  { attributes, links, order, direct, credits }: ReleaseTrack,
  album: string,
  idOf?: (artist: string) => string,
): WriteDocument {
  const extended = credits.map(({ role, name, position, artist }) => ({
    role,
    name,
    position,
    'artist-id': idOf && artist !== null ? Number(idOf(artist)) : null,
  }));
  return documentOf(
    { ...attributes, order, 'extended-credits': extended },
    {
      ...toReferences(links),
      albums: many('albums', [album]),
      ...(idOf && { artists: many('artists', direct.map(idOf)) }),
    },
  );
}

/** @param subject the album or the track. */
export const artistDocument = (
  { role, order }: ReleaseArtist,
  subject: { readonly type: 'albums' | 'tracks'; readonly id: string },
  artist: string,
): WriteDocument =>
  documentOf(
    { order },
    {
      [subject.type === 'albums' ? 'album' : 'track']: one(subject.type, subject.id),
      artist: one('artists', artist),
      'artist-role': one('artist-roles', role),
    },
  );

export const masterDocument = (
  { type, url }: ReleaseTrack['masters'][number],
  track: string,
): WriteDocument => documentOf({ 'asset-type': type, url }, { track: one('tracks', track) });

export const dspDocument = (album: string, dsp: string): WriteDocument =>
  documentOf({}, { album: one('albums', album), dsp: one('dsps', dsp) });

export const placeDocument = (
  { disc, order }: { readonly disc: number; readonly order: number },
  album: string,
  track: string,
): WriteDocument => documentOf({ disc, order }, { album: one('albums', album), track: one('tracks', track) });
