/** Texts of files as texts of the API, which are single lines. */

/**
 * @returns the text with one space for each run of spaces, tabs and line ends, and none at its ends. Other
 * spaces within the text, such as the ideographic one, are kept.
 */
export const singleLine = (text: string): string =>
  text.replace(/[ \t\n\v\f\r\u0085\u2028\u2029]+/g, ' ').trim();
