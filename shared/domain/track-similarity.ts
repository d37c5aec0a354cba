/** How alike two tracks are: the same recording, a cover, or neither (specification 2.11). */

/** What was found to be equal or similar. 'audio': by matchers that listen. */
export const matchMethods = ['isrc', 'title_and_artist', 'audio'] as const;
export type MatchMethod = (typeof matchMethods)[number];

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

/** From 0 to 1, the same in both directions. */
export type TextSimilarity = (left: string, right: string) => number;

/** Titles, and names of artists, that are less alike do not match: one letter in five may differ. */
const THRESHOLD = 0.8;
const [LOWEST, HIGHEST] = [70, 99];

/**
 * An equal ISRC is the same recording, whatever it is called. A similar title by a similar artist scores from 70 (both just
 * similar enough) to 99 (both equal). "Part 1" and "Part 2" are different titles.
 * @returns undefined when the tracks do not match. The order of the two makes no difference.
 * @example similarityOf(submitted, released, textSimilarity)
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
  const title = textSimilarity(left.title, right.title);
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
  const names = right.map(sortedWords);
  const each = left.flatMap((name) => names.map((other) => textSimilarity(sortedWords(name), other)));
  return Math.max(0, ...each);
}

/** @returns the words of a name in the order of the alphabet: "calder nia" for "nia calder". */
export const sortedWords = (name: string): string => name.split(' ').toSorted().join(' ');
