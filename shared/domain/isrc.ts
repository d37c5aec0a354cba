/** International Standard Recording Codes, as their owners write them. */

/**
 * The form in which codes are compared: upper case, without spaces and hyphens.
 * @returns an empty text for a code without letters and digits.
 * @example comparableIsrc('de-ab1-26-00001') // 'DEAB12600001'
 */
export const comparableIsrc = (code: string): string =>
  code
    .normalize('NFKC')
    .replace(/[\p{Pd}\p{Z}\p{C}]/gu, '')
    .toUpperCase()
    .normalize('NFKC');
