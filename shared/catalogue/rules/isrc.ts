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

/**
 * @returns an ISRC of a store's report (ISO 3901) in the form in which codes are compared; null for another text. Hyphens
 * and lower case are allowed.
 */
export function readIsrc(code: string): string | null {
  const bare = code.replace(/\p{Pd}/gu, '');
  return /^[A-Za-z]{2}[A-Za-z0-9]{3}\d{7}$/.test(bare) ? comparableIsrc(bare) : null;
}

/**
 * How a track holds its code for reports of stores. 'delivered': a store got the track with this code. 'placed': the track
 * is on an album that a store got, but no store got it with this code. A code that other tracks hold by a delivery
 * cannot be taken from them by writing it into a track, so these lists are looked up one after the other.
 */
export const isrcHolds = ['delivered', 'placed'] as const;
export type IsrcHold = (typeof isrcHolds)[number];

/**
 * @param fields of a track: `delivered-isrc` is the code with which a store got it, an empty text if it is merely placed
 * on an album that a store got, and null on drafts.
 * @returns undefined for a draft, which holds nothing.
 */
export function isrcHold(fields: Readonly<Record<string, unknown>>): IsrcHold | undefined {
  const { 'isrc-code': code, 'delivered-isrc': delivered } = fields;
  if (typeof delivered !== 'string') return undefined;
  return typeof code === 'string' && comparableIsrc(code) === comparableIsrc(delivered)
    ? 'delivered'
    : 'placed';
}
