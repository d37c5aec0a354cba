/** How alike two tracks are: the same recording, a cover, or neither (specification 2.11). */

/** What was found to be equal or similar. 'audio': by matchers that listen. */
export const matchMethods = ['isrc', 'title_and_artist', 'audio'] as const;
type MatchMethod = (typeof matchMethods)[number];

/** What of a track is compared. */
export interface ComparedTrack {
  /** In comparable form; empty without one. */
  readonly isrc: string;
  /** Title and main artists, as `titleForm` gives them. */
  readonly title: string;
  readonly artists: readonly string[];
}

export interface Similarity {
  readonly method: MatchMethod;
  readonly isCover: boolean;
  /** 70 to 100. */
  readonly score: number;
  /** Percentages; null unless they were compared. */
  readonly title: number | null;
  readonly artist: number | null;
}

/** From 0 to 1, the same in both directions; 0 for texts that are less alike than `atLeast`. */
export type TextSimilarity = (left: string, right: string, atLeast: number) => number;

/** Titles, and names of artists, that are less alike do not match: one letter in five may differ. */
const THRESHOLD = 0.8;
const LOWEST = 70;
const HIGHEST = 99;

/** In characters: what comparing costs grows with the square of the lengths. Normalized, a text can be 18 times as long. */
const MAX_TITLE = 300;
const MAX_NAME = 100;

/** Of more main artists, the others are not looked at. */
const MAX_NAMES = 10;
/** Only so many names are compared letter by letter. A name that is equal is found among all that are looked at. */
const MAX_SIMILAR_NAMES = 3;

/** @returns what is compared of a track, of a size that bounds what the comparison costs. */
export const boundedTrack = <T extends ComparedTrack>(track: T): T => ({
  ...track,
  title: cut(track.title, MAX_TITLE),
  artists: track.artists.slice(0, MAX_NAMES).map((name) => cut(name, MAX_NAME)),
});

const cut = (text: string, max: number): string =>
  text.length <= max ? text : [...text].slice(0, max).join('').trimEnd();

/**
 * An equal ISRC is the same recording, whatever it is called. A similar title by a similar artist scores from 70 (both just
 * similar enough) to 99 (both equal). "Part 1" and "Part 2" are different titles.
 * @returns undefined when the tracks do not match. The order of the two makes no difference.
 */
export function similarityOf(
  left: ComparedTrack,
  right: ComparedTrack,
  textSimilarity: TextSimilarity,
): Similarity | undefined {
  if (left.isrc !== '' && left.isrc === right.isrc)
    return { method: 'isrc', isCover: false, score: 100, title: null, artist: null };
  if (left.title === '' || right.title === '' || numbersIn(left.title) !== numbersIn(right.title))
    return undefined;
  const title = textSimilarity(left.title, right.title, THRESHOLD);
  if (title < THRESHOLD) return undefined;
  const artist = mostSimilar(left.artists, right.artists, textSimilarity);
  if (artist < THRESHOLD) return undefined;
  const share = ((title + artist) / 2 - THRESHOLD) / (1 - THRESHOLD);
  return {
    method: 'title_and_artist',
    isCover: true,
    score: LOWEST + Math.round(share * (HIGHEST - LOWEST)),
    title: Math.round(title * 100),
    artist: Math.round(artist * 100),
  };
}

const numbersIn = (title: string): string => (title.match(/\p{N}+/gu) ?? []).join(' ');

/** Of the main artists of both tracks, the two that are most alike. The order of the words in a name makes no difference. */
function mostSimilar(
  left: readonly string[],
  right: readonly string[],
  textSimilarity: TextSimilarity,
): number {
  const names = left.map(sortedWords);
  const others = right.map(sortedWords);
  const known = new Set(others);
  if (names.some((name) => known.has(name))) return 1;
  const similarities = names
    .slice(0, MAX_SIMILAR_NAMES)
    .flatMap((name) =>
      others.slice(0, MAX_SIMILAR_NAMES).map((other) => textSimilarity(name, other, THRESHOLD)),
    );
  return Math.max(0, ...similarities);
}

/** @returns the words of a name in the order of the alphabet: "calder nia" for "nia calder". */
export const sortedWords = (name: string): string => name.split(' ').toSorted().join(' ');
