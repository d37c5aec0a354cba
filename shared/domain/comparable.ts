/** The normal form in which texts are compared: for unique values, sign-in, smart creation and partial filters. */

/**
 * Trims, normalizes (NFC) and lowercases a text. It is normalized again because lowercasing can produce decomposed
 * text: of T with diaeresis, only the lower-case letter has a composed form. The function is idempotent.
 * @example comparable(' Blue Room ') === comparable('BLUE ROOM')
 */
export const comparable = (text: string): string =>
  text.trim().normalize('NFC').toLowerCase().normalize('NFC');

/** The normal form of rows written before texts were normalized twice. */
export const formerlyComparable = (text: string): string => text.trim().normalize('NFC').toLowerCase();
