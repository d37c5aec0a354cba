/** The largest file that a package contains (a video master), in bytes. Larger ones are not read for their digest either. */
export const MAX_FILE_BYTES = 6e9;
