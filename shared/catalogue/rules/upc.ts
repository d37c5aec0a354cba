/** Product codes of releases: UPC-A (12 digits, GTIN-12) and EAN-13 (13 digits, GTIN-13). */

/**
 * Converts a code to comparable form. A code of 12 digits equals the same code with a leading zero.
 * @returns 13 digits, or undefined if the text is not a code or its check digit is wrong.
 * @example gtinOf('614141999996') // '0614141999996'
 */
export function gtinOf(text: string): string | undefined {
  if (!/^\d{12,13}$/.test(text)) return undefined;
  const gtin = text.padStart(13, '0');
  // GS1 weights the digits 1 and 3 in turn. The sum including the check digit is a multiple of ten.
  const sum = [...gtin].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0 ? gtin : undefined;
}
