/** The normal form in which texts are compared: for unique values, sign-in, smart creation and partial filters. */

/**
 * Trims, normalizes (NFC) and lowercases a text. It is normalized again because lowercasing can produce decomposed
 * text: of T with diaeresis, only the lower-case letter has a composed form. Sigma has one form: lowercasing gives it
 * another at the end of a word, so that the beginning of a word would not be found. The function is idempotent.
 * @example comparable(' Blue Room ') === comparable('BLUE ROOM')
 */
export const comparable = (text: string): string =>
  text.trim().normalize('NFC').toLowerCase().replaceAll('ς', 'σ').normalize('NFC');

/** The normal form of rows written before texts were normalized twice and sigma had one form. */
export const formerlyComparable = (text: string): string => text.trim().normalize('NFC').toLowerCase();
