/** International Standard Recording Codes, in the spellings that owners use. */

/**
 * Converts a code to comparable form: its letters and digits in upper case. Spaces, hyphens, minus signs, other
 * separators and invisible characters are removed.
 * @returns an empty text if the code has no letters or digits.
 * @example comparableIsrc('de-ab1-26-00001') // 'DEAB12600001'
 */
export const comparableIsrc = (code: string): string =>
  // Most codes have this form already, and lists compare those of all tracks.
  /^[A-Z0-9]*$/.test(code)
    ? code
    : code
        .normalize('NFKC')
        .toUpperCase()
        .normalize('NFKC')
        .replace(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, '')
        .normalize('NFKC');

/**
 * @returns the ISRC (ISO 3901) of a store report in comparable form, or null for other text. Accepts hyphens
 * and lower case.
 */
export function readIsrc(code: string): string | null {
  const bare = code.replace(/\p{Pd}/gu, '');
  return /^[A-Za-z]{2}[A-Za-z0-9]{3}\d{7}$/.test(bare) ? comparableIsrc(bare) : null;
}

/** Whether a track has a code, of letters or digits. */
export const hasIsrc = ({ 'isrc-code': code }: { readonly 'isrc-code': string | null }): boolean =>
  comparableIsrc(code ?? '') !== '';

/**
 * @param delivered the `delivered-isrc` of a track (see `isrcList`). @param on the albums that it is put on.
 * @returns the new value, which is empty instead of null if a store got one of the albums.
 */
export const isrcWhenPlaced = (
  delivered: string | null,
  on: readonly { readonly fields: { readonly 'was-delivered': boolean } }[],
): string | null => (delivered === null && on.some(({ fields }) => fields['was-delivered']) ? '' : delivered);

/** The digits at the end of an ISRC, which number recordings. */
const DESIGNATION = 5;

/**
 * @param form of a code. @returns what ISRCs of one prefix and year have in common, undefined for other codes.
 * @example isrcYear('DEAB12600001') // 'DEAB126'
 */
export const isrcYear = (form: string): string | undefined =>
  readIsrc(form) === form ? form.slice(0, -DESIGNATION) : undefined;

/**
 * @param codes ISRCs in comparable form. @returns the first and last code of each run without gaps, in order.
 * @example runsOf(['DEAB12600002', 'DEAB12600001', 'DEAB12600009'])
 */
export function runsOf(codes: readonly string[]): (readonly [first: string, last: string])[] {
  const runs: (readonly [string, string])[] = [];
  for (const code of codes.toSorted()) {
    const [first, last] = runs.at(-1) ?? [];
    const isNext = first !== undefined && last !== undefined && follows(code, last);
    if (isNext) runs[runs.length - 1] = [first, code];
    else runs.push([code, code]);
  }
  return runs;
}

const follows = (code: string, before: string): boolean =>
  isrcYear(code) === isrcYear(before) &&
  Number(code.slice(-DESIGNATION)) - Number(before.slice(-DESIGNATION)) <= 1;

/** Each prefix numbers so many recordings a year (ISO 3901). */
export const ISRC_CAPACITY = 100_000;

/**
 * @param prefix country and registrant. @param year of which the code has the last two digits.
 * @example isrcOf('QZXYZ', 2026, 7) // 'QZXYZ2600007'
 */
export const isrcOf = (prefix: string, year: number, number: number): string =>
  `${prefix}${String(year % 100).padStart(2, '0')}${String(number).padStart(5, '0')}`;

/**
 * The lists of tracks that store reports can name by their code. 'delivered': a store got the track with this
 * code. 'placed': an album of the track was delivered, but no store got the track with this code. The lists
 * are searched in this order, so that writing a code into another track cannot take it from a delivered one.
 */
export const isrcHolds = ['delivered', 'placed'] as const;

/** Store reports cannot name drafts, but no other track is given their code. */
export const isrcLists = [...isrcHolds, 'draft'] as const;

/**
 * @param fields of a track. `delivered-isrc` is the code with which a store got the track, an empty text if
 * only an album of the track was delivered, and null on drafts.
 */
export function isrcList(fields: Readonly<Record<string, unknown>>): (typeof isrcLists)[number] {
  const { 'isrc-code': code, 'delivered-isrc': delivered } = fields;
  if (typeof delivered !== 'string') return 'draft';
  return typeof code === 'string' && comparableIsrc(code) === comparableIsrc(delivered)
    ? 'delivered'
    : 'placed';
}
