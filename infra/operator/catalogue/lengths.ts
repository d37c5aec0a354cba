/** Lengths of tracks in files. */

/** A note. Stores would show a length of zero. */
export const NO_LENGTH = 'A length of zero is omitted.';
