/**
 * Writes a time for a person.
 * @param at ISO 8601 in UTC.
 * @example writtenTime('2026-11-26T10:59:00.000Z') // '2026-11-26 10:59 UTC'
 */
export const writtenTime = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
