/** Splits artists into the display artists and contributors of ERN. */

import { variousArtistsIn } from '../../reference/data/various-artists.ts';
import type { XmlElement } from '../xml/xml-document.ts';
import type { ParcelArtist, Work } from './parcel.ts';
import type { Parties } from './parties.ts';

/** ERN terms of the artist roles that make an artist a display artist. */
const displayRoles: Readonly<Record<string, string>> = {
  main_artist: 'MainArtist',
  featuring: 'FeaturedArtist',
};

interface DisplayedArtist extends Partial<ParcelArtist> {
  readonly name: string;
  readonly role: string;
}

export const isDisplayed = ({ role }: ParcelArtist): boolean => Object.hasOwn(displayRoles, role);

/** @param work with all its artists. @returns those of its message. A compilation has one display artist. */
export const artistsInStores = (
  { language, artists }: Pick<Work, 'language' | 'artists'>,
  isCompilation: boolean,
): readonly ParcelArtist[] =>
  isCompilation
    ? [{ ...variousArtists, name: variousArtistsIn(language) }, ...artists.filter((one) => !isDisplayed(one))]
    : artists;

/** The artist of compilations, which has no record. */
const variousArtists = { id: 'various', role: 'main_artist', order: 1, isni: null, ipi: null };

/**
 * ERN requires at least one. Tracks fall back to the artists of the release, releases to the rights owner.
 * @param works the track and its release, or only the release.
 */
export function displayedArtists(...works: readonly [Work, ...Work[]]): readonly DisplayedArtist[] {
  const artists = works
    .map((work) => inOrder(work.artists.filter(isDisplayed)))
    .find((some) => some.length > 0) ?? [{ name: works[0].rightsOwnerName, role: 'main_artist' }];
  return artists.map((artist) => ({ ...artist, role: displayRoles[artist.role] ?? 'Artist' }));
}

/** Sorted by order. Artists without an order come last. */
export const inOrder = (artists: readonly ParcelArtist[]): readonly ParcelArtist[] =>
  artists.toSorted((a, b) => (a.order ?? Number.MAX_SAFE_INTEGER) - (b.order ?? Number.MAX_SAFE_INTEGER));

/** The elements DisplayArtistName and DisplayArtist. */
export function displayArtists(artists: readonly DisplayedArtist[], parties: Parties): XmlElement {
  const namesOf = (featured: boolean) =>
    artists.filter(({ role }) => (role === 'FeaturedArtist') === featured).map(({ name }) => name);
  const main = namesOf(false);
  const featured = namesOf(true);
  return {
    DisplayArtistName: [main.join(', '), featured.join(', ')].filter((text) => text !== '').join(' feat. '),
    DisplayArtist: artists.map((artist, index) => ({
      '@SequenceNumber': index + 1,
      ArtistPartyReference: parties.referenceOf(artist),
      DisplayArtistRole: artist.role,
    })),
  };
}
