/** The documents that a client would send to create the records of a release. */
import type { Linkage, WriteDocument } from '../../kit/jsonapi/document.ts';
import type { Release, ReleaseArtist, ReleaseTrack } from './release-form.ts';

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

export const nameDocument = (name: string): WriteDocument => ({
  attributes: { name },
  linkage: {},
  meta: {},
});

export const albumDocument = (release: Release, label: string | null): WriteDocument => ({
  attributes: release.attributes,
  linkage: {
    ...toReferences(release.links),
    label: one('labels', label),
    countries: many('countries', release.countries),
  },
  meta: {},
});

/** @param idOf returns the id of an artist. Without it, nothing links to artists. */
export const trackDocument = (
  { attributes, links, order, direct, credits }: ReleaseTrack,
  album: string,
  idOf?: (artist: string) => string,
): WriteDocument => ({
  attributes: {
    ...attributes,
    order,
    'extended-credits': credits.map(({ role, name, position, artist }) => ({
      ...{ role, name, position },
      'artist-id': idOf && artist !== null ? Number(idOf(artist)) : null,
    })),
  },
  linkage: {
    ...toReferences(links),
    albums: many('albums', [album]),
    ...(idOf && { artists: many('artists', direct.map(idOf)) }),
  },
  meta: {},
});

/** @param subject the album or the track. */
export const artistDocument = (
  { role, order }: ReleaseArtist,
  subject: { readonly type: 'albums' | 'tracks'; readonly id: string },
  artist: string,
): WriteDocument => ({
  attributes: { order },
  linkage: {
    [subject.type === 'albums' ? 'album' : 'track']: one(subject.type, subject.id),
    artist: one('artists', artist),
    'artist-role': one('artist-roles', role),
  },
  meta: {},
});

export const masterDocument = (
  { type, url }: ReleaseTrack['masters'][number],
  track: string,
): WriteDocument => ({
  attributes: { 'asset-type': type, url },
  linkage: { track: one('tracks', track) },
  meta: {},
});

export const dspDocument = (album: string, dsp: string): WriteDocument => ({
  attributes: {},
  linkage: { album: one('albums', album), dsp: one('dsps', dsp) },
  meta: {},
});

export const placeDocument = (
  { disc, order }: { readonly disc: number; readonly order: number },
  album: string,
  track: string,
): WriteDocument => ({
  attributes: { disc, order },
  linkage: { album: one('albums', album), track: one('tracks', track) },
  meta: {},
});
