/** ETags of single records: `"<version>-<digest>"`. If-Match compares the version, If-None-Match the whole tag. */
import { createHash } from 'node:crypto';

export const etagOf = (version: number, body: string): string =>
  `"${version}-${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`;

/** Weak comparison (RFC 9110, 13.1.2). */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
