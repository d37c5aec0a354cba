/** The flag with which a PATCH of a place or a track moves other tracks. */
export const shift = {
  says: 'Whether the tracks between the former place and the new one move by one.',
} as const;
