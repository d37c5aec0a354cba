/** Whether the artists of a track include those that its title names as featured. Pure. */
import { titleForm } from '../../matching/rules/text/title-form.ts';

/** Words between names. */
const BETWEEN = new Set(['and', 'with', 'the', 'vs', 'x', 'et', 'y', 'und', 'con', 'e']);

/**
 * @param featured what the title says after "feat.", such as "Ada Quist & Leo". @param names of the artists.
 * @returns whether it has words that belong to none of the names.
 * @example namesOthers('Ada Quist & Leo', ['Leo']) // true
 */
export function namesOthers(featured: string, names: readonly string[]): boolean {
  const forms = names.map(titleForm).filter((form) => form !== '');
  // A name can be part of a longer one.
  const longestFirst = forms.toSorted((left, right) => right.length - left.length);
  const rest = longestFirst.reduce(
    (text, form) => text.replaceAll(` ${form} `, ' , '),
    ` ${titleForm(featured)} `,
  );
  return rest.split(/[\s,]+/).some((word) => word !== '' && !BETWEEN.has(word));
}
