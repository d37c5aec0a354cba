/** Product codes of releases: UPC-A (12 digits, GTIN-12) and EAN-13 (13 digits, GTIN-13). */

/**
 * Converts a code to comparable form. A code of 12 digits equals the same code with a leading zero.
 * @returns 13 digits, or undefined if the text is not a code or its check digit is wrong.
 * @example gtinOf('614141999996') // '0614141999996'
 */
export function gtinOf(text: string | null): string | undefined {
  if (text === null || !/^\d{12,13}$/.test(text)) return undefined;
  const gtin = text.padStart(13, '0');
  return weightedSum(gtin) % 10 === 0 ? gtin : undefined;
}

/** @returns a GTIN of 14 digits of a single unit as the UPC or EAN that it is, and other texts unchanged. */
export const singleUnit = (text: string): string => text.replace(/^0(?=\d{13}$)/, '');

/** GS1 weights the digits 1 and 3 in turn. The sum including the check digit is a multiple of ten. */
const weightedSum = (digits: string): number =>
  [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);

/** Digits of a GTIN without its check digit. */
const NUMBERED_DIGITS = 12;

/** @returns how many products a GS1 company prefix can number. */
export const upcCapacity = (prefix: string): number => 10 ** (NUMBERED_DIGITS - prefix.length);

/**
 * @param prefix GS1 company prefix of 6 to 11 digits. One with a leading zero is that of a UPC.
 * @returns a UPC of 12 digits if the prefix has a leading zero, otherwise an EAN of 13 digits.
 * @example upcOf('0850001', 314) // '850001003148'
 */
export function upcOf(prefix: string, number: number): string {
  const digits = prefix + String(number).padStart(NUMBERED_DIGITS - prefix.length, '0');
  const gtin = `${digits}${(10 - (weightedSum(digits) % 10)) % 10}`;
  return gtin.startsWith('0') ? gtin.slice(1) : gtin;
}
