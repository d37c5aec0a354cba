/** Notes of values in files that are omitted. */

/** Words such as "TBD" can stand instead of a code. */
export const noIsrc = (text: string): string => `${text} is not an ISRC, and is omitted.`;

/** Stores would show it. */
export const NO_LENGTH = 'A length of zero is omitted.';
