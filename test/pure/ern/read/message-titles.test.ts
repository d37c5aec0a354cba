/** Titles in other languages in messages, of this service and of other senders. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMessage } from '../../../../shared/ern/read/read-message.ts';
import { mixesScripts } from '../../../../shared/ern/write/language-tags.ts';
import { newReleaseMessage } from '../../../../shared/ern/write/new-release-message.ts';
import { languageData } from '../../../../shared/reference/data/languages.ts';
import { dealFor, readParts, recording } from '../../../support/catalogue-files/small-message.ts';
import { checkProperty } from '../../../support/check-property.ts';
import { transferred } from '../../../support/stores/package-files.ts';
import { parcel, release, track } from '../../../support/stores/parcel.ts';
import { testSettings } from '../../../support/table.ts';

const idOf = (code: string) => languageData.rows().find((row) => row.code === code)?.id;
const deals = dealFor('R0', { codes: ['DE'], start: '2024-03-05' });

/** A DisplayTitle with a tag, flags and a version. */
const shown = (title: string, tag?: string, more = '', version?: string) =>
  `<DisplayTitle${tag === undefined ? '' : ` LanguageAndScriptCode="${tag}"`} ${more}><TitleText>${title}</TitleText>${version === undefined ? '' : `<SubTitle>${version}</SubTitle>`}</DisplayTitle>`;
const additional = (title: string, type: string, tag: string) =>
  `<AdditionalTitle TitleType="${type}" LanguageAndScriptCode="${tag}"><TitleText>${title}</TitleText></AdditionalTitle>`;

/** What a recording of other senders is imported as: its title, and the others by language. */
function imported(...titles: string[]) {
  const { release: read, notes } = readParts({
    resources: recording('A1', { more: titles.join('') }),
    deals,
  });
  const { title, 'title-translations': translations } = read.tracks[0]?.attributes ?? {};
  const all = translations as { language: string; title: string; phonetic: string | null }[];
  const codeOf = (id: string) => languageData.rows().find((row) => row.id === id)?.code;
  return {
    title,
    others: all.map((each) => [codeOf(each.language), each.title, each.phonetic]),
    notes: notes.filter((note) => /titles?|versions/i.test(note)),
  };
}

describe('titles of a recording from another sender', () => {
  it.each<[string, string[], string, unknown[]]>([
    [
      'a default in Latin script and the Japanese title',
      [shown('Yume no Lullaby', undefined, 'IsDefault="true"'), shown('夢のララバイ', 'ja-Jpan')],
      'Yume no Lullaby',
      [['ja', '夢のララバイ', null]],
    ],
    [
      'the Japanese title and its pronunciation',
      [shown('夢', 'ja', 'IsDefault="true"'), shown('Yume', 'ja-Latn')],
      '夢',
      [['ja', '夢', 'Yume']],
    ],
    [
      'a translation with its pronunciation, in any order',
      [shown('Yume', 'ja-Latn'), shown('Dream', 'en'), shown('夢', 'ja')],
      'Dream',
      [['ja', '夢', 'Yume']],
    ],
    [
      'an original title without a default',
      [shown('Dream', 'en'), shown('Rêve', 'fr', 'IsInOriginalLanguage="true"')],
      'Rêve',
      [['en', 'Dream', null]],
    ],
    [
      'titles for all territories, and one without',
      [shown('Dream'), shown('Traum', 'de', 'ApplicableTerritoryCode="Worldwide"')],
      'Dream',
      [['de', 'Traum', null]],
    ],
    [
      'additional titles',
      [
        shown('Dream'),
        additional('夢', 'TranslatedTitle', 'ja'),
        additional('ゆめ', 'TransliteratedTitle', 'ja-Hira'),
      ],
      'Dream',
      [['ja', '夢', 'ゆめ']],
    ],
    [
      'a title that only its text has',
      [shown('Dream'), '<DisplayTitleText LanguageAndScriptCode="de">Traum</DisplayTitleText>'],
      'Dream',
      [['de', 'Traum', null]],
    ],
    [
      'a title that only its text has, with the version',
      [
        shown('Dream', undefined, '', 'Live'),
        '<DisplayTitleText LanguageAndScriptCode="de">Traum (Live)</DisplayTitleText>',
      ],
      'Dream',
      [['de', 'Traum', null]],
    ],
    [
      'a default in a variant of the language of the message',
      [shown('夢', 'ja'), shown('Dream', 'en-US')],
      'Dream',
      [['ja', '夢', null]],
    ],
    [
      'Japanese in Latin script by default, and its reading',
      [shown('Yume', 'ja-Latn', 'IsDefault="true"'), shown('夢', 'ja-Jpan'), shown('ﾕﾒ', 'ja-Kana')],
      'Yume',
      [['ja', '夢', 'ﾕﾒ']],
    ],
    [
      'Japanese in Latin script by default, and its Kanji',
      [shown('Yume', 'ja-Latn', 'IsDefault="true"'), shown('夢', 'ja-Hani')],
      'Yume',
      [['ja', '夢', null]],
    ],
    [
      'a title whose language is written again with its script',
      [shown('Dream'), shown('Dream', 'en-Latn'), shown('Мечта', 'ru'), shown('Мечта', 'ru-Cyrl')],
      'Dream',
      [['ru', 'Мечта', null]],
    ],
    [
      'the same title with and without its language',
      [shown('Dream'), '<DisplayTitleText LanguageAndScriptCode="en">Dream</DisplayTitleText>'],
      'Dream',
      [],
    ],
    [
      'versions in each language',
      [shown('Dream', undefined, '', 'Live'), shown('Traum', 'de', '', 'Live')],
      'Dream',
      [['de', 'Traum', null]],
    ],
    [
      'a subtitle in one language alone',
      [shown('Dream'), shown('Traum', 'de', '', 'Ein Spiel')],
      'Dream',
      [['de', 'Traum (Ein Spiel)', null]],
    ],
  ])('are all imported with %s', (_, titles, title, others) => {
    expect(imported(...titles)).toEqual({ title, others, notes: [] });
  });

  it.each<[string, string[], unknown[], string[]]>([
    [
      'a language that the catalogue lacks',
      [shown('Dream'), shown('夢', 'yue')],
      [],
      ['A title in the language yue is omitted, because /languages lacks it.'],
    ],
    [
      'two titles of one language',
      [shown('Dream'), shown('梦', 'zh-Hans'), shown('夢', 'zh-Hant')],
      [['zh', '梦', null]],
      ['Further titles in Chinese are omitted.'],
    ],
    [
      'a title for another country',
      [shown('Dream'), shown('Rêve', 'fr', 'ApplicableTerritoryCode="FR"')],
      [],
      ['Titles for other territories are omitted.'],
    ],
    [
      'a version in another language',
      [shown('Dream', undefined, '', 'Live'), shown('Rêve', 'fr', '', 'En public')],
      [['fr', 'Rêve', null]],
      ['Versions in other languages are omitted.'],
    ],
    [
      'a title of another kind',
      [shown('Dream'), additional('Dream, A', 'FormalTitle', 'en')],
      [],
      ['AdditionalTitle of the type FormalTitle is omitted.'],
    ],
  ])('are imported with a note with %s', (_, titles, others, notes) => {
    expect(imported(...titles)).toEqual({ title: 'Dream', others, notes });
  });

  it('are limited to twenty languages', () => {
    const codes = languageData
      .rows()
      .slice(0, 30)
      .map(({ code }) => code);
    const { others, notes } = imported(
      shown('Dream', undefined, 'IsDefault="true"'),
      ...codes.map((code) => shown(`T ${code}`, code)),
    );
    expect(others).toHaveLength(20);
    expect(notes).toEqual(['Titles in other languages after 20 are omitted.']);
  });
});

it('a release title with an unsupported version is imported once', () => {
  const { release: read } = readParts({
    release: `${shown('Tides', undefined, '', 'Boxed')}${shown('Gezeiten', 'de', '', 'Boxed')}
      <DisplayTitleText LanguageAndScriptCode="en">Tides (Boxed)</DisplayTitleText>`,
  });
  expect(read.attributes).toMatchObject({
    title: 'Tides (Boxed)',
    'title-translations': [{ language: idOf('de'), title: 'Gezeiten (Boxed)', phonetic: null }],
  });
});

describe('a package', () => {
  const word = fc.constantFrom(
    '夢',
    'ゆめ',
    'ユメ',
    'ゆメ',
    'Yume',
    'Мечта',
    '꿈 2',
    'Όνειρο',
    '12',
    'حلم',
    'Dream; "Two"',
  );
  const translations = fc.uniqueArray(
    fc
      .record({
        language: fc.constantFrom('ja', 'zh', 'ko', 'ru', 'en', 'fr', 'sr', 'ar'),
        title: word,
        phonetic: fc.option(word, { nil: null }),
      })
      // The same title says nothing of how it is pronounced, but in Japanese, where most titles have a phonetic one.
      .map((each) =>
        each.phonetic === each.title && !mixesScripts(each.language) ? { ...each, phonetic: null } : each,
      ),
    { selector: ({ language }) => language, maxLength: 6 },
  );
  const work = fc.record({
    title: word,
    titleTranslations: translations,
    version: fc.constantFrom(null, 'Live', 'Tape Mix'),
  });

  const languages = fc.tuple(
    fc.constantFrom('ja', 'en', 'ru'),
    fc.constantFrom('ja', 'en', 'ru', 'fr', null),
  );

  it('is read with all translated titles that were handed over', () =>
    checkProperty(
      fc.property(work, work, languages, (ofRelease, ofTrack, [language, performed]) => {
        const tracks = [track({ ...ofTrack, language: performed })];
        const one = parcel({ release: release({ ...ofRelease, version: null, language, tracks }) });
        const message = newReleaseMessage(one, transferred(one), testSettings.packages);
        const about = { file: 'm.xml', resolve: () => ({ url: 'https://files.example/a' }), now: new Date() };
        const [read] = readMessage(message, about).releases;
        const expected = ({ title, titleTranslations }: typeof ofRelease, own: string) => ({
          title,
          'title-translations': titleTranslations
            .filter((each) => each.language !== own || each.title !== title || each.phonetic !== null)
            .map((each) => ({ ...each, language: idOf(each.language) })),
        });
        const titlesIn = (attributes: Record<string, unknown> = {}) => ({
          title: attributes['title'],
          'title-translations': new Set(attributes['title-translations'] as object[]),
        });
        expect(titlesIn(read?.release.attributes)).toEqual(titlesIn(expected(ofRelease, language)));
        expect(titlesIn(read?.release.tracks[0]?.attributes)).toEqual(
          titlesIn(expected(ofTrack, performed ?? language)),
        );
      }),
      { runs: 60 },
    ));
});
