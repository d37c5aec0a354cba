/** International Standard Recording Codes, in the spellings that owners use. */

type Code = string | null | undefined;

/**
 * Converts a code to comparable form: its letters and digits in upper case. Spaces, hyphens, minus signs, other
 * separators and invisible characters are removed.
 * @returns an empty text if there is no code, or if it has no letters or digits.
 * @example comparableIsrc('de-ab1-26-00001') // 'DEAB12600001'
 */
export function comparableIsrc(code: Code): string {
  if (code === null || code === undefined) return '';
  // Most codes have this form already, and lists compare those of all tracks.
  if (/^[A-Z0-9]*$/.test(code)) return code;
  return code
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC');
}

/** Whether two codes are the same in any spelling. One without letters and digits is the same as none. */
export const isSameIsrc = (one: Code, other: Code): boolean => comparableIsrc(one) === comparableIsrc(other);

/** In comparable form (ISO 3901): country and registrant, year, number of the recording. */
const ISRC = /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/;

/**
 * Says whether a text is an ISRC, for all parts of the service. Owners can store other texts as the code of a
 * track, but these are not given to stores and do not identify a recording.
 * @param text in any spelling, such as with dashes, minus signs, spaces or lower case.
 * @returns the ISRC in comparable form, or null for other texts.
 * @example readIsrc('de\u2011ab1\u201326\u221200001') // 'DEAB12600001'
 */
export function readIsrc(text: string | null): string | null {
  const form = comparableIsrc(text);
  return ISRC.test(form) ? form : null;
}

interface Coded {
  readonly 'isrc-code': string | null;
}

/** @returns the ISRC of a track in comparable form, or null if it has no code or one that is not an ISRC. */
export const isrcOfTrack = ({ 'isrc-code': code }: Coded): string | null => readIsrc(code);

/** Whether a track has a code that is an ISRC. */
export const hasIsrc = (fields: Coded): boolean => isrcOfTrack(fields) !== null;

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
  ISRC.test(form) ? form.slice(0, -DESIGNATION) : undefined;

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

/** The number of recordings that a prefix can have each year (ISO 3901). */
export const ISRC_CAPACITY = 100_000;

/**
 * @param prefix country and registrant. @param year of which the code has the last two digits.
 * @example isrcOf('QZXYZ', 2026, 7) // 'QZXYZ2600007'
 */
export const isrcOf = (prefix: string, year: number, number: number): string =>
  isrcOfSeries(`${prefix}${String(year % 100).padStart(2, '0')}`, number);

/** @param series country, registrant and year. @example isrcOfSeries('QZXYZ26', 100_000) // 'QZXYZ2600000' */
export const isrcOfSeries = (series: string, number: number): string =>
  `${series}${String(number % ISRC_CAPACITY).padStart(DESIGNATION, '0')}`;

/**
 * The lists of tracks by their code. 'delivered': a store got the track with this code. 'placed': an album of the
 * track was delivered, but no store got the track with this code. Store reports can name these, in this order, so
 * that writing a code into another track cannot take it from a delivered one. They cannot name those in 'draft', but
 * no other track is given their code.
 */
export const isrcLists = ['delivered', 'placed', 'draft'] as const;

export type IsrcList = (typeof isrcLists)[number];

/**
 * @param fields of a track. `delivered-isrc` is the code with which a store got the track, an empty text if
 * only an album of the track was delivered, and null on drafts.
 */
export function isrcList(fields: Readonly<Record<string, unknown>>): IsrcList {
  const { 'isrc-code': code, 'delivered-isrc': delivered } = fields;
  if (typeof delivered !== 'string') return 'draft';
  return typeof code === 'string' && isSameIsrc(code, delivered) ? 'delivered' : 'placed';
}
