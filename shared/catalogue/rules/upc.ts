/** Product codes of releases: UPC-A (12 digits) and EAN-13 (13 digits), which GS1 calls GTIN-12 and GTIN-13. */

/**
 * The form in which codes are compared: a code of 12 digits is the same as one of 13 with a leading zero.
 * @returns 13 digits, or undefined when the text is not a code or its check digit is wrong.
 * @example gtinOf('614141999996') // '0614141999996'
 */
export function gtinOf(text: string): string | undefined {
  if (!/^\d{12,13}$/.test(text)) return undefined;
  const gtin = text.padStart(13, '0');
  // GS1: digits are weighted 1 and 3 in turn, and with the check digit the sum is a multiple of ten.
  const sum = [...gtin].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0 ? gtin : undefined;
}
