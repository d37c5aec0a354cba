import { describe, expect, it } from 'vitest';
import { languageData } from '../../../shared/reference/data/languages.ts';
import { isVariousArtists, variousArtistsIn } from '../../../shared/reference/data/various-artists.ts';

const terms = languageData.rows().map(({ code }) => [code, variousArtistsIn(code)] as const);

describe('"Various Artists"', () => {
  it('is translated into the language of a release, or else English', () => {
    expect(['de', 'ja', 'cy', null].map(variousArtistsIn)).toEqual([
      'Verschiedene Interpreten',
      'ヴァリアス・アーティスト',
      'Various Artists',
      'Various Artists',
    ]);
    expect(terms.filter(([, term]) => term !== 'Various Artists')).toHaveLength(14);
  });

  it('is recognized in each of these languages and in other spellings', () => {
    expect(terms.filter(([, term]) => !isVariousArtists(term))).toEqual([]);
    for (const name of ['various artists', 'VARIOUS  ARTISTS', 'V/A', 'V.A.', 'Various', 'ＶＡ'])
      expect(isVariousArtists(name), name).toBe(true);
  });

  it.each(['Various Cruelties', 'Artists', 'Vari', '', 'The Various Artists Band'])(
    'is not the name %j',
    (name) => expect(isVariousArtists(name)).toBe(false),
  );
});
