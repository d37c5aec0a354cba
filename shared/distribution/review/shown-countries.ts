/** Countries as operators and owners read them. */
import { countryData } from '../../reference/data/countries.ts';

const countryOf = (id: string) => countryData.rows().find((country) => country.id === id);

/** @param ids none for all. @returns their codes, or 'all'. */
export const shownCountries = (ids: readonly string[]): 'all' | readonly string[] =>
  ids.length === 0 || ids.length === countryData.rows().length ? 'all' : codesOf(ids);

export const codesOf = (ids: readonly string[]): readonly string[] =>
  ids.flatMap((id) => countryOf(id)?.['alpha2-code'] ?? []);

const MAX_NAMED = 5;

/** @returns a sentence with the first of them by name. */
export function countrySentence(ids: readonly string[]): string {
  const names = ids.slice(0, MAX_NAMED).flatMap((id) => countryOf(id)?.name ?? []);
  const others = ids.length - names.length;
  return `These are ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`;
}
