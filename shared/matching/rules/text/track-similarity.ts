/** The similarity of two tracks: the same recording, a cover, or neither (specification 2.11). */

/** What was equal or similar. */
export const matchMethods = ['isrc', 'iswc', 'title_and_artist', 'audio'] as const;

/** The properties of a track that are compared. */
export interface ComparedTrack {
  /** In comparable form; empty if the track has none. */
  readonly isrc: string;
  /** In comparable form; empty without a valid one. */
  readonly iswc: string;
  /** Title and main artists, normalized by `titleForm`. */
  readonly title: string;
  readonly artists: readonly string[];
}

export type Similarity = {
  readonly method: (typeof matchMethods)[number];
  readonly isCover: boolean;
  /** From 70 to 100. */
  readonly score: number;
  /** Percentages; null if not compared. */
  readonly title: number | null;
  readonly artist: number | null;
};

/** From 0 to 1 and symmetric; 0 for texts less similar than `atLeast`. */
export type TextSimilarity = (left: string, right: string, atLeast: number) => number;

/** The least similarity of titles and names that match. One letter in five may differ. */
const THRESHOLD = 0.8;
const LOWEST = 70;
const HIGHEST = 99;

/** In characters. Comparison time is quadratic, and normalization can lengthen a text 18 times. */
const MAX_TITLE = 300;
const MAX_NAME = 100;

/** Further main artists are ignored. */
const MAX_NAMES = 10;
/** Only these are compared letter by letter. The others are only checked for equality. */
const MAX_SIMILAR_NAMES = 3;

/** @returns the compared properties, shortened to bound the cost of a comparison. */
export const boundedTrack = (track: ComparedTrack): ComparedTrack => ({
  ...track,
  title: cut(track.title, MAX_TITLE),
  artists: track.artists.slice(0, MAX_NAMES).map((name) => cut(name, MAX_NAME)),
});

const cut = (text: string, max: number): string =>
  text.length <= max ? text : [...text].slice(0, max).join('').trimEnd();

/**
 * An equal ISRC means the same recording, regardless of titles, and an equal ISWC the same composition. Different
 * ones say nothing, because works and recordings can have several. Similar titles and artists score from 70
 * (both just similar enough) to 99 (both equal). "Part 1" and "Part 2" are different titles.
 * @returns undefined if the tracks do not match. Symmetric.
 */
export function similarityOf(
  left: ComparedTrack,
  right: ComparedTrack,
  textSimilarity: TextSimilarity,
): Similarity | undefined {
  if (left.isrc !== '' && left.isrc === right.isrc)
    return { method: 'isrc', isCover: false, score: 100, title: null, artist: null };
  if (left.iswc !== '' && left.iswc === right.iswc)
    return { method: 'iswc', isCover: true, score: 100, title: null, artist: null };
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

/** The most similar pair among the main artists of both tracks, regardless of the order of words in names. */
function mostSimilar(
  left: readonly string[],
  right: readonly string[],
  textSimilarity: TextSimilarity,
): number {
  const names = left.map(sortedWords);
  const others = right.map(sortedWords);
  const whole = new Set(others);
  if (names.some((name) => whole.has(name))) return 1;
  const similarities = names
    .slice(0, MAX_SIMILAR_NAMES)
    .flatMap((name) =>
      others.slice(0, MAX_SIMILAR_NAMES).map((other) => textSimilarity(name, other, THRESHOLD)),
    );
  return Math.max(0, ...similarities);
}

/** @returns the words of a name in alphabetical order: "calder nia" for "nia calder". */
export const sortedWords = (name: string): string => name.split(' ').toSorted().join(' ');
