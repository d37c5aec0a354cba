/** Years of rights and places of tracks that are possible, but usually mistyped. Pure. */

/** Higher numbers of tracks and discs are a warning. */
export const HIGHEST_USUAL_PLACE = 10_000;

/**
 * The year after which places note the year of rights of their track. Earlier ones are never too late, and
 * omitting them keeps lists short.
 */
const ALWAYS_USUAL_UNTIL = 2027;

/** @returns what a place keeps of the year of rights: null for usual years. */
export const notedYear = (rightsYear: number): number | null =>
  rightsYear > ALWAYS_USUAL_UNTIL ? rightsYear : null;

/** Whether rights are from a year after the next. Recordings of January can be prepared a year ahead. */
export const isLateYear = (rightsYear: number | null, now: Date): boolean =>
  rightsYear !== null && rightsYear > now.getUTCFullYear() + 1;

export const isHighPlace = ({ disc, order }: { readonly disc: number; readonly order: number }): boolean =>
  Math.max(disc, order) > HIGHEST_USUAL_PLACE;
