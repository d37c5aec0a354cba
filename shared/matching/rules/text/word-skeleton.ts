/** Reduces similar titles and names to one key, by which an index finds them. */

/**
 * Keeps the first letter of each word, and drops Latin vowels and repeated letters from the rest, so that
 * small differences of spelling do not matter.
 * @param form normalized by `titleForm`.
 * @example wordSkeleton('streetlights') // 'strtlghts'
 */
export const wordSkeleton = (form: string): string =>
  form
    .split(' ')
    .map((word) => {
      const [first = '', ...rest] = word;
      return first + rest.filter((letter) => !'aeiouy'.includes(letter)).join('');
    })
    .join('')
    .replace(/(.)\1+/gsu, '$1');
