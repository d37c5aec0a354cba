/** How texts are compared everywhere: unique values, sign-in, smart creation and partial filters. */

/**
 * The form of a text that decides whether two are the same: trimmed, composed (NFC), in lower case. Composed once more,
 * because lower case can take a composed letter apart: of T with diaeresis only the small letter has a composed form.
 * Applied twice, it gives the same.
 * @example comparable(' Blue Room ') === comparable('BLUE ROOM')
 */
export const comparable = (text: string): string =>
  text.trim().normalize('NFC').toLowerCase().normalize('NFC');

/** The form that rows written before the second composition are found by. */
export const formerlyComparable = (text: string): string => text.trim().normalize('NFC').toLowerCase();
