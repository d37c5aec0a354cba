/** Currency codes in use (ISO 4217), as listed by Node.js. */

let codes: ReadonlySet<string> | undefined;

/**
 * @returns the code in upper case, or null if the text is not an ISO 4217 code.
 * @example readCurrency(' eur') // 'EUR'
 */
export function readCurrency(text: string): string | null {
  codes ??= new Set(Intl.supportedValuesOf('currency'));
  const code = text.trim();
  // Check for ASCII first, because upper-casing turns some other letters into ASCII.
  return /^[A-Za-z]{3}$/.test(code) && codes.has(code.toUpperCase()) ? code.toUpperCase() : null;
}
