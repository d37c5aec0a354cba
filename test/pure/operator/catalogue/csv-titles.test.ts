/** Titles in other languages and lyrics with times in spreadsheets. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../../../../bin/operator/catalogue/csv/read-csv.ts';
import { csvHeader, csvLinesOf } from '../../../../bin/operator/catalogue/csv/write-csv.ts';
import { resolverOf } from '../../../../bin/operator/catalogue/masters.ts';
import { languageData } from '../../../../shared/reference/data/languages.ts';
import { checkProperty } from '../../../support/check-property.ts';

const idOf = (code: string) => languageData.rows().find((row) => row.code === code)?.id;
const read = (text: string) => readCsv(text, { file: 'c.csv', resolve: resolverOf(undefined) });
const lineOf = (album: string, track: string) =>
  `upc,album-title,track,title,album-title-translations,title-translations\n850001000123,Tides,1,One,${album},${track}\n`;

describe('a cell with translated titles', () => {
  it('names languages by codes or names, and marks pronunciations in any order', () => {
    const { releases, problems } = read(
      lineOf('ja: 夢; French: Rêve: un; JA phonetic: Yume', 'de phonetic: Traum; de: A\\; B \\\\'),
    );
    expect(problems).toEqual([]);
    expect(releases[0]?.release.attributes['title-translations']).toEqual([
      { language: idOf('ja'), title: '夢', phonetic: 'Yume' },
      { language: idOf('fr'), title: 'Rêve: un', phonetic: null },
    ]);
    expect(releases[0]?.release.tracks[0]?.attributes['title-translations']).toEqual([
      { language: idOf('de'), title: 'A; B \\', phonetic: 'Traum' },
    ]);
  });

  it.each([
    ['夢', '夢 is not a language and a title, such as "ja: 夢".'],
    ['ja:', 'ja: is not a language and a title, such as "ja: 夢".'],
    ['xx: Dream', 'There is no language xx. /languages lists them.'],
    ['ja phonetic: Yume', 'There is a phonetic title in Japanese, but no title.'],
    ['ja: 夢; ja phonetic: A; ja phonetic: B', 'There are two phonetic titles in ja.'],
  ])('is a problem: %j', (cell, fault) => {
    expect(read(lineOf('', cell)).problems).toEqual([`c.csv:2: title-translations: ${fault}`]);
    expect(read(lineOf(cell, '')).problems).toEqual([`c.csv:2: album-title-translations: ${fault}`]);
  });

  it('is read within a second with any number of spaces', () => {
    const began = process.cpuUsage();
    const spaces = '\u00a0'.repeat(60_000);
    expect(read(lineOf('', `ja${spaces}x: 夢; ja: 夢; ja${spaces}phonetic: Yume`)).problems).toEqual([
      expect.stringContaining('There is no language ja'),
    ]);
    expect(process.cpuUsage(began).user).toBeLessThan(1e6);
  });

  it('can hold any characters', () => {
    const title = fc
      .oneof(
        fc.string({
          unit: fc.constantFrom(';', '\\', ':', '#', ' ', '"', "'", ',', '=', 'a', '夢'),
          minLength: 1,
        }),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
      )
      // Texts of a spreadsheet are single lines without repeated spaces and spaces at their ends.
      .map((text) => text.replaceAll(/[\p{C}\s]+/gu, ' ').trim())
      .filter((text) => text !== '');
    const translations = fc.uniqueArray(
      fc.record({
        language: fc.constantFrom(...languageData.rows().map(({ id }) => id)),
        title,
        phonetic: fc.option(title, { nil: null }),
      }),
      { selector: ({ language }) => language, maxLength: 20 },
    );
    return checkProperty(
      fc.property(translations, translations, (ofAlbum, ofTrack) => {
        const lyrics = '[ti:A, "B"]\n\n[00:12.00]=One; two\n[00:13.00]';
        const empty = { links: {}, artists: [], masters: [], credits: [], direct: [] };
        const track = {
          ...{ ...empty, disc: 1, order: 1 },
          attributes: { title: 'One', 'title-translations': ofTrack, 'synced-lyrics': lyrics },
        };
        const attributes = { title: 'Tides', 'upc-code': '850001000123', 'title-translations': ofAlbum };
        const release = {
          ...empty,
          attributes,
          label: null,
          countries: [],
          dsps: [],
          identifiers: [],
          shared: [],
          tracks: [track],
        };
        const { releases, problems } = read(csvHeader() + csvLinesOf(release));
        expect(problems).toEqual([]);
        const [again] = releases.map((each) => each.release);
        expect(again?.attributes['title-translations'] ?? []).toEqual(ofAlbum);
        expect(again?.tracks[0]?.attributes['title-translations'] ?? []).toEqual(ofTrack);
        expect(again?.tracks[0]?.attributes['synced-lyrics']).toBe(lyrics);
      }),
      { runs: 100 },
    );
  });
});
