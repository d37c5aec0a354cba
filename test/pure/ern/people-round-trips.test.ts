/** Who made a random release, its genres and its languages, as messages say them, read again. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Release } from '../../../shared/catalogue/back-catalogue/release-form.ts';
import { readMessage } from '../../../shared/ern/read/read-message.ts';
import { isDisplayed } from '../../../shared/ern/write/artists.ts';
import { newReleaseMessage } from '../../../shared/ern/write/new-release-message.ts';
import type { ParcelTrack, Work } from '../../../shared/ern/write/parcel.ts';
import { writeMessage } from '../../../shared/ern/write-message.ts';
import { artistRoleData } from '../../../shared/reference/data/artist-roles.ts';
import { creditRoleData } from '../../../shared/reference/data/credit-roles.ts';
import { genreData } from '../../../shared/reference/data/genres.ts';
import { languageData } from '../../../shared/reference/data/languages.ts';
import { checkProperty } from '../../support/check-property.ts';
import { artist, parcel, release, track } from '../../support/stores/parcel.ts';
import { testSettings } from '../../support/table.ts';

const about = {
  ...{ file: 'm.xml', now: new Date('2026-11-26T12:00:00Z') },
  resolve: (url: string) => ({ url }),
};
const genres = genreData.rows();
const languages = languageData.rows();
const artistRoles = artistRoleData.rows();
const creditRoles = creditRoleData.rows().filter((role) => role['is-listed']);

const oneOf = <T>(all: readonly T[]) => fc.constantFrom(...all);
const person = oneOf(['Ada Quist', 'Nia Calder', 'Leo Marsh', 'Mia & Søn']);
const genrePair = fc.uniqueArray(oneOf(genres), { minLength: 1, maxLength: 2 });
const made = {
  artists: fc.uniqueArray(fc.record({ name: person, role: oneOf(artistRoles) }), {
    selector: ({ name, role }) => `${role.id} ${name}`,
    maxLength: 5,
  }),
  genres: genrePair,
  language: oneOf(languages),
};
const works = fc.record({
  ...made,
  tracks: fc.array(
    fc.record({
      ...made,
      credits: fc.uniqueArray(fc.record({ name: person, role: oneOf(creditRoles) }), {
        selector: ({ name, role }) => `${role.key} ${name}`,
        maxLength: 5,
      }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});
type Works = typeof works extends fc.Arbitrary<infer T> ? T : never;
type Made = Omit<Works, 'tracks'>;

const workOf = ({
  artists,
  genres: some,
  language,
}: Made): Pick<Work, 'artists' | 'genres' | 'language'> => ({
  artists: artists.map(({ name, role }, index) => artist(name, { role: role.key, order: index + 1 })),
  genres: some.map(({ name }) => name),
  language: language.code,
});

/** Roles of artists and of credits by their keys, each with a name. */
type People = readonly { readonly name: string; readonly role: string }[];

const listed = (people: People): string[] =>
  [...new Set(people.map(({ name, role }) => `${role}: ${name}`))].toSorted();

const keyOf = (id: string): string => artistRoles.find((role) => role.id === id)?.key ?? id;

/** Those of the track, and the artists of the album that it lacks. */
function peopleIn(own: ParcelTrack, album: Pick<Work, 'artists'>): string[] {
  const displayed = [own, album]
    .map(({ artists }) => artists.filter(isDisplayed))
    .find((some) => some.length > 0) ?? [{ name: own.rightsOwnerName, role: 'main_artist' }];
  const others = [...own.artists, ...album.artists].filter((one) => !isDisplayed(one));
  return listed([...displayed, ...others, ...own.credits]);
}

const linksOf = ({ genres: [primary, secondary], language }: Made) => ({
  'primary-genre': primary?.id ?? null,
  ...(secondary && { 'secondary-genre': secondary.id }),
  language: language.id,
});

it.each(['4.3', '4.3.2'] as const)(
  'a message of ERN %s to a store says everyone with all roles, all genres and the languages',
  (version) =>
    checkProperty(
      fc.property(works, ({ tracks, ...album }) => {
        const sent = tracks.map(({ credits, ...one }, index) =>
          track({
            ...workOf(one),
            order: index + 1,
            credits: credits.map(({ name, role }) => ({ name, role: role.key })),
          }),
        );
        const one = parcel({ release: release({ ...workOf(album), tracks: sent }) });
        const settings = { ...testSettings.packages, messageVersions: { [one.dsp.id]: version } };
        const [read] = readMessage(newReleaseMessage(one, [], settings), about).releases;
        expect(read?.release.links).toMatchObject(linksOf(album));
        for (const [index, own] of sent.entries()) {
          const found = read?.release.tracks[index];
          const artists = found?.artists.map(({ name, role }) => ({ name, role: keyOf(role) })) ?? [];
          expect(listed([...artists, ...(found?.credits ?? [])])).toEqual(peopleIn(own, one.release));
        }
        expect(read?.release.tracks.map(({ links }) => links)).toMatchObject(tracks.map(linksOf));
      }),
      { runs: 100 },
    ),
);

it('an exported message is imported with the same people, genres and languages', () =>
  checkProperty(
    fc.property(works, ({ tracks, ...album }) => {
      const artistsOf = ({ artists }: Made) =>
        artists.map(({ name, role }, index) => ({ name, role: role.id, order: index + 1 }));
      const form: Release = {
        attributes: { 'upc-code': '850001000314', title: 'Small Hours', 'is-explicit': false },
        links: linksOf(album),
        label: null,
        ...{ countries: [], dsps: [], artists: artistsOf(album), identifiers: [], shared: [] },
        tracks: tracks.map(({ credits, ...one }, index) => ({
          attributes: { title: 'One', 'is-explicit': false },
          links: linksOf(one),
          ...{ disc: 1, order: index + 1, artists: artistsOf(one), direct: [], masters: [] },
          credits: credits.map(({ name, role }) => ({ name, role: role.key, position: null, artist: null })),
        })),
      };
      const sender = { partyId: 'PADPIDA2026112101', name: 'Blue Room' };
      const [read] = readMessage(writeMessage(form, { sender, at: about.now }), about).releases;
      const { artists, links } = read?.release ?? {};
      expect({ artists, links }).toEqual({
        artists: form.artists,
        links: expect.objectContaining(form.links),
      });
      expect(read?.release.tracks).toMatchObject(form.tracks);
    }),
    { runs: 60 },
  ));
