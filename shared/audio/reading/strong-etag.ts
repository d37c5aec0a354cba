/** The ETag header (RFC 9110, section 8.8.3). */

/** @returns null for a missing, malformed or weak one (`W/"…"`). */
export const strongEtag = (header: string | undefined): string | null =>
  header !== undefined && /^"[\x21\x23-\x7e\x80-\xff]{1,1024}"$/.test(header) ? header : null;
