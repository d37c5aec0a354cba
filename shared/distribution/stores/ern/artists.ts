/** Artists as ERN distinguishes them: those who are displayed, and those who contributed. */
import type { ParcelArtist, Work } from '../parcel.ts';
import type { Parties } from './parties.ts';
import type { XmlElement } from './xml-document.ts';

/** The terms for artist roles that make an artist a displayed one. */
const displayRoles: Readonly<Record<string, string>> = {
  main_artist: 'MainArtist',
  featuring: 'FeaturedArtist',
};

interface DisplayedArtist {
  readonly name: string;
  readonly role: string;
}

export const isDisplayed = ({ role }: ParcelArtist): boolean => Object.hasOwn(displayRoles, role);

/**
 * ERN requires one at least. A track without any has those of the release; a release, its rights owner.
 * @param works the track and its release, or the release alone.
 */
export function displayedArtists(...works: readonly [Work, ...Work[]]): readonly DisplayedArtist[] {
  const artists = works
    .map((work) => inOrder(work.artists.filter(isDisplayed)))
    .find((some) => some.length > 0) ?? [{ name: works[0].rightsOwnerName, role: 'main_artist' }];
  return artists.map(({ name, role }) => ({ name, role: displayRoles[role] ?? 'Artist' }));
}

/** By their order; those without one last, as they were. */
export const inOrder = (artists: readonly ParcelArtist[]): readonly ParcelArtist[] =>
  artists.toSorted((a, b) => (a.order ?? Number.MAX_SAFE_INTEGER) - (b.order ?? Number.MAX_SAFE_INTEGER));

/** The elements DisplayArtistName and DisplayArtist. */
export function displayArtists(artists: readonly DisplayedArtist[], parties: Parties): XmlElement {
  const named = (featured: boolean) =>
    artists.filter(({ role }) => (role === 'FeaturedArtist') === featured).map(({ name }) => name);
  const main = named(false);
  const featured = named(true);
  return {
    DisplayArtistName: [main.join(', '), featured.join(', ')].filter((text) => text !== '').join(' feat. '),
    DisplayArtist: artists.map(({ name, role }, index) => ({
      '@SequenceNumber': index + 1,
      ArtistPartyReference: parties.referenceOf(name),
      DisplayArtistRole: role,
    })),
  };
}
