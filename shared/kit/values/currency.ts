/** Currencies: the codes of ISO 4217 that are in use, as Node.js lists them. */

let known: ReadonlySet<string> | undefined;

/**
 * @returns the code in upper case, as it is stored and compared; null for a text that is not a code of ISO 4217.
 * @example readCurrency(' eur') // 'EUR'
 */
export function readCurrency(text: string): string | null {
  known ??= new Set(Intl.supportedValuesOf('currency'));
  const code = text.trim();
  // Before the upper case, which makes letters of ASCII of some others.
  return /^[A-Za-z]{3}$/.test(code) && known.has(code.toUpperCase()) ? code.toUpperCase() : null;
}
