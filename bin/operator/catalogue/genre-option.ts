/** The names of genres that the option `--genre` gives. */

import { simpleName } from '../../../shared/kit/values/simple-name.ts';
import { type GenreOf, genreNamed, genresBy } from '../../../shared/reference/named-genres.ts';
import { rejection } from '../rejection.ts';

/**
 * @param options the values of `--genre`, such as "J-Pop=Pop".
 * @returns what finds genres by the names of the catalogue and by those of the options.
 * @throws Rejection
 */
export function genresWith(options: unknown): GenreOf {
  const own = new Map<string, string>();
  for (const value of Array.isArray(options) ? options.map(String) : []) {
    const [, name = '', genre = ''] = /^(.*\S.*)=([^=]+)$/s.exec(value) ?? [];
    const id = genreNamed(genre);
    if (simpleName(name) === '')
      throw rejection('invalid_value', `--genre "${value}" must be written "NAME=GENRE".`);
    if (id === undefined)
      throw rejection(
        'invalid_value',
        `--genre "${value}": There is no genre ${genre.trim()}. /genres lists them.`,
      );
    if ((own.get(simpleName(name)) ?? id) !== id)
      throw rejection('invalid_value', `--genre gives ${name.trim()} two different genres.`);
    own.set(simpleName(name), id);
  }
  return genresBy(own);
}
