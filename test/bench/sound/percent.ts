/** @returns with one decimal. */
export const percent = (part: number, of: number): number => Math.round((1000 * part) / Math.max(1, of)) / 10;
