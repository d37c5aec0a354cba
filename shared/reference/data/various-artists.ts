/** What stores show as the artist of a release by several artists. */

/**
 * By code of ISO 639-1. From the list that the distributor Catapult publishes for its customers ("Various Artists
 * Usage"); the Japanese term is that of Japanese stores.
 */
const terms: Readonly<Record<string, string>> = {
  de: 'Verschiedene Interpreten',
  el: 'Διάφοροι καλλιτέχνες',
  en: 'Various Artists',
  es: 'Varios Artistas',
  fi: 'Eri esittäjiä',
  fr: 'Multi-interprètes',
  he: 'אמנים שונים',
  it: 'Artisti Vari',
  ja: 'ヴァリアス・アーティスト',
  nl: 'Verschillende artiesten',
  pt: 'Vários intérpretes',
  ru: 'Разные исполнители',
  sv: 'Blandade Artister',
  tr: 'Çeşitli Sanatçılar',
  zh: '群星',
};

const ENGLISH = 'Various Artists';

/** @param language of the release. @returns the term in that language, or in English. */
export const variousArtistsIn = (language: string | null): string =>
  (language === null ? undefined : terms[language]) ?? ENGLISH;

/** Other wordings and abbreviations that catalogues contain. */
const others = [
  ...['Various', 'Various Artist', 'V/A', 'V.A.', 'VA', 'VV.AA.', 'AA.VV.', 'Varios', 'Artisti Diversi'],
  ...[
    'Artistes divers',
    'Artistes variés',
    'Verschiedene Künstler',
    'Diverse Interpreten',
    'Diverse artiesten',
  ],
  ...['Vários Artistas', 'Varios Intérpretes', 'Diverse Artister', 'Diverse kunstnere', 'Różni wykonawcy'],
  ...['オムニバス', '群星合辑'],
];

const simple = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const names: ReadonlySet<string> = new Set([...Object.values(terms), ...others].map(simple));

/** Whether a name means several artists, in any language. Case, spaces and punctuation make no difference. */
export const isVariousArtists = (name: string): boolean => names.has(simple(name));
