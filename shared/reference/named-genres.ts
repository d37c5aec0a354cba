/** Finds the genre of the catalogue that a name in a file means. */

import { required } from '../kit/values/required.ts';
import { simpleName } from '../kit/values/simple-name.ts';
import { once } from '../platform/once.ts';
import { genreNames } from './data/genre-names.ts';
import { genreData } from './data/genres.ts';

/** @returns the id of a genre, or undefined for a name of none. */
export type GenreOf = (name: string) => string | undefined;

const idsByName = once((): ReadonlyMap<string, string> => {
  const genres = genreData.rows();
  const idOf = (genre: string) =>
    required(genres.find(({ name }) => name === genre)?.id, `There is no genre ${genre} to name.`);
  const others = Object.entries(genreNames()).flatMap(([genre, names]) =>
    names.map((name) => [simpleName(name), idOf(genre)] as const),
  );
  return new Map([...others, ...genres.map(({ id, name }) => [simpleName(name), id] as const)]);
});

/**
 * @param own ids of genres by further names, as `simpleName` writes them.
 * @returns what finds genres by their names, by the names in `genre-names.ts`, and by those given.
 */
export function genresBy(own: ReadonlyMap<string, string> = new Map()): GenreOf {
  const find: GenreOf = (text) => own.get(simpleName(text)) ?? genreNamed(text);
  return (name) => (name.length > LONGEST_NAME ? undefined : genreIn(name, find));
}

/** @returns the id of the genre with this very name, or with one in `genre-names.ts`. */
export const genreNamed: GenreOf = (name) => idsByName().get(simpleName(name));

/** In UTF-16 units. Longer texts of files are not compared. */
const LONGEST_NAME = 300;

/** The suggested option omits the name, which comes from a file: shells can run what is in quotes. */
export const unknownGenre = (name: string): string =>
  `The genre ${name} is not among those of the catalogue. Map it with --genre "NAME=GENRE".`;

/** Looks for the whole name, then without what is in parentheses or says "music", then for its parts. */
function genreIn(name: string, genreNamed: GenreOf): string | undefined {
  const short = name.replace(/\([^)]*\)/g, '').replace(/\bmusic\s*$/i, '');
  return (
    genreNamed(name) ?? genreNamed(short) ?? ofPath(name, genreNamed) ?? ofAlternatives(short, genreNamed)
  );
}

/** "Electronic | House" is a path: the last known part is the closest. */
const ofPath = (name: string, genreNamed: GenreOf): string | undefined =>
  /[|>›]/.test(name)
    ? name
        .split(/[|>›]/)
        .toReversed()
        .map((part) => genreIn(part, genreNamed))
        .find((id) => id !== undefined)
    : undefined;

/** "Jazz / Blues" are several genres: the first, if all are known. */
function ofAlternatives(name: string, genreNamed: GenreOf): string | undefined {
  const parts = name.split(/[/;,\\]/).filter((part) => part.trim() !== '');
  const ids = parts.length > 1 ? parts.map(genreNamed) : [];
  return ids.includes(undefined) ? undefined : ids[0];
}
