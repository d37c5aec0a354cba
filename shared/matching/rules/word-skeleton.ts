/** What similar titles and names have in common, so that an index finds them under one key. */

/**
 * Of each word the first letter, and what follows without Latin vowels and repeated letters: small differences of spelling
 * leave it as it is.
 * @param form as `titleForm` gives it.
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
