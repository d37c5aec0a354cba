/** Normal form for comparing texts in unique values, sign-in, smart creation and partial filters. */

/**
 * Trims, normalizes (NFC) and lowercases a text. Lowercasing can produce decomposed letters (such as t with
 * diaeresis), so the text is normalized again. Final sigma becomes a plain sigma, so that prefixes of a word
 * match. The function is idempotent.
 * @example comparable(' Blue Room ') === comparable('BLUE ROOM')
 */
export const comparable = (text: string): string =>
  text.trim().normalize('NFC').toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
