import { describe, expect, it } from 'vitest';
import { readParts } from '../../../support/catalogue-files/small-message.ts';

interface Given {
  readonly flags?: string;
  readonly type?: string;
  /** Of the display artists, the first of whom is the main artist. */
  readonly names?: readonly string[];
  /** Instead of display artists. */
  readonly displayName?: string;
}

function read({ flags = '', type, names = [], displayName }: Given) {
  const parties = names.map(
    (name, index) =>
      `<Party><PartyReference>P${index}</PartyReference><PartyName><FullName>${name}</FullName></PartyName></Party>`,
  );
  const artists = names.map(
    (_, index) =>
      `<DisplayArtist SequenceNumber="${index + 1}"><ArtistPartyReference>P${index}</ArtistPartyReference><DisplayArtistRole>${index === 0 ? 'MainArtist' : 'FeaturedArtist'}</DisplayArtistRole></DisplayArtist>`,
  );
  const text = displayName === undefined ? '' : `<DisplayArtistName>${displayName}</DisplayArtistName>`;
  const { release, notes } = readParts({
    parties: parties.join(''),
    release: `${text}${artists.join('')}${flags}`,
    ...(type !== undefined && { releaseType: type }),
  });
  return {
    is: release.attributes['is-compilation'],
    artists: release.artists.map(({ name }) => name),
    notes,
  };
}

const MULTI = '<IsMultiArtistCompilation>true</IsMultiArtistCompilation>';
const NAMED = 'A release by Various Artists is imported as a compilation.';
const OF_ONE = 'A compilation of one artist is imported as a release of that artist.';

describe('a release is a compilation', () => {
  it.each<[string, Given, readonly string[], readonly string[]]>([
    ['that is marked as one by several artists', { flags: MULTI, names: ['Various Artists'] }, [], []],
    [
      'that is marked and displays a name in German',
      { flags: MULTI, names: ['Verschiedene Interpreten'] },
      [],
      [],
    ],
    ['that is marked and displays an artist', { flags: MULTI, names: ['DJ Ada'] }, ['DJ Ada'], []],
    ['that displays "Various Artists"', { names: ['VARIOUS ARTISTS'] }, [], [NAMED]],
    ['that displays an abbreviation', { displayName: 'V.A.' }, [], [NAMED]],
    ['that displays a name in Japanese', { names: ['ヴァリアス・アーティスト', 'Ada'] }, ['Ada'], [NAMED]],
    [
      'of an element of earlier versions',
      { flags: '<IsCompilation>true</IsCompilation>', displayName: 'Various Artists' },
      [],
      [NAMED],
    ],
  ])('is recognized by %s', (_, given, artists, notes) =>
    expect(read(given)).toEqual({ is: true, artists, notes }),
  );

  it('displays the term for several artists instead of a party', () => {
    const shown =
      '<DisplayArtist><SpecialDisplayArtist>VariousArtists</SpecialDisplayArtist></DisplayArtist>';
    const { release, notes } = readParts({
      release: `<DisplayArtistName>Sea and Sky</DisplayArtistName>${shown}`,
    });
    expect([release.attributes['is-compilation'], release.artists, notes]).toEqual([true, [], [NAMED]]);
  });

  it('may have a release type that its sender defined', () => {
    const [upper] = ['<DisplayArtistName/>'];
    const { release, notes } = readParts({ releaseType: 'CompilationAlbum', release: upper ?? '' });
    expect([release.attributes['is-compilation'], release.attributes['format'], notes]).toEqual([
      true,
      'album',
      [],
    ]);
  });
});

describe('a release is not a compilation', () => {
  it.each<[string, Given, readonly string[]]>([
    ['that displays an artist', { names: ['Various Cruelties'] }, []],
    [
      'of one artist',
      { flags: '<IsSingleArtistCompilation>true</IsSingleArtistCompilation>', names: ['Ada'] },
      [OF_ONE],
    ],
    [
      'that does not say by how many, and displays an artist',
      { flags: '<IsCompilation>1</IsCompilation>', names: ['Ada'] },
      [OF_ONE],
    ],
    ['that says it is not', { flags: MULTI.replace('true', 'false'), names: ['Ada'] }, []],
  ])('is recognized by %s', (_, given, notes) =>
    expect(read(given)).toEqual({ is: false, artists: given.names, notes }),
  );
});
