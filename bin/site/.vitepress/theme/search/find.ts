/** Finds pages, sections, fields and codes of errors in the index that VitePress builds. */
import MiniSearch, { type SearchOptions } from 'minisearch';
import { places } from './places.ts';

/** A result, with the headings above it. */
export interface Found {
  /** The address, such as /docs/tracks#isrc-code. */
  readonly id: string;
  readonly title: string;
  readonly titles: readonly string[];
}

export type SearchIndex = MiniSearch<Found>;

/** @param json the index of the site (../../search-sections.ts). */
export const searchIndexOf = (json: string): SearchIndex =>
  MiniSearch.loadJSON<Found>(json, { fields: ['title', 'titles', 'text'], storeFields: ['title', 'titles'] });

const STOP_WORDS = new Set(
  (
    'a an and are as at be by can do does for from get has have how i if in into is it its me my of on one or our ' +
    'should so that the their them there these they this to use was we what when where which who why will with you your'
  ).split(' '),
);

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? [];
const partsOf = (word: string): string[] => word.split(/[_-]+/).filter(Boolean);

/**
 * Without words that tell nothing, unless they are part of a name. Names are the same with hyphens and underscores.
 * @internal For the test of what leads somewhere.
 */
export function termsOf(text: string): string[] {
  const words = wordsOf(text);
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : words).flatMap(partsOf);
}

/** What the singular and the plural of a noun begin with. */
const stemOf = (term: string): string => (term.length > 4 ? term.replace(/(ies|y|s)$/, '') : term);

const options: SearchOptions = {
  tokenize: termsOf,
  processTerm: stemOf,
  prefix: (term) => term.length > 2,
  fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  boost: { title: 4, text: 2 },
  // It names everything that was ever new.
  boostDocument: (id: string) => (id.startsWith('/docs/changelog') ? 0.3 : 1),
};

/** Short beginnings are those of too many words. */
const phraseOptions: SearchOptions = { ...options, prefix: (term) => term.length > 3 };

interface Phrase {
  readonly words: string;
  readonly leadsTo: readonly string[];
}
const phrases = new MiniSearch<Phrase>({
  idField: 'words',
  fields: ['words'],
  storeFields: ['leadsTo'],
  tokenize: termsOf,
});
phrases.addAll(
  places.flatMap(({ words, leadsTo }) => words.split(', ').map((each) => ({ words: each, leadsTo }))),
);

/**
 * @returns the places of the phrases of which the query has every word: those of the longest first, and then those
 * with the same words, so that lyrics do not lead where lyricists do.
 */
function placesOf(query: string): string[] {
  const matching = phrases.search(query, phraseOptions).filter(({ id, match }) => {
    const words: string = id;
    return termsOf(words).every((term) => term in match);
  });
  const asked = new Set(termsOf(query).map(stemOf));
  const otherWords = (words: string): number =>
    termsOf(words).filter((term) => !asked.has(stemOf(term))).length;
  const sorted = matching.toSorted(
    (left, right) => right.terms.length - left.terms.length || otherWords(left.id) - otherWords(right.id),
  );
  return sorted.flatMap(({ leadsTo }) => leadsTo);
}

const setOf = (text: string): string => [...new Set(termsOf(text).map(stemOf))].toSorted().join(' ');
const nameOf = (text: string): string => wordsOf(text).flatMap(partsOf).join(' ');

const MOST = 16;

/**
 * @returns first what the query names: a page, or a page and what is on it, such as `track isrc-code`. Then where its
 * words lead, and the best of what has its name, then what has all of its words, then what has some.
 */
export function find(index: SearchIndex, query: string): Found[] {
  const [leading, ...others] = placesOf(query).flatMap((id) => {
    const stored = index.getStoredFields(id);
    return stored ? [{ id, ...stored } as Found] : [];
  });
  const matching = (['AND', 'OR'] as const).flatMap((combineWith) =>
    index
      .search(query, { ...options, combineWith })
      .map(({ id, title, titles }): Found => ({ id, title, titles })),
  );
  const pathOf = ({ titles: [page = ''], title }: Found) => `${page} ${title}`;
  const exactly = matching.filter((each) => nameOf(pathOf(each)) === nameOf(query));
  const addressed = [...exactly, ...matching.filter((each) => setOf(pathOf(each)) === setOf(query))];
  const named = matching.find((each) => !addressed.includes(each) && nameOf(each.title) === nameOf(query));
  const all = [
    ...addressed,
    ...(leading ? [leading] : []),
    ...(named ? [named] : []),
    ...others,
    ...matching,
  ];
  return [...new Map(all.map((each) => [each.id, each])).values()].slice(0, MOST);
}
