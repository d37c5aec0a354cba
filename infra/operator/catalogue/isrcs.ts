/** Codes of recordings in files, where words such as "TBD" can stand instead. */

/** @returns a note. */
export const noIsrc = (text: string): string => `${text} is not an ISRC, and is omitted.`;
