/** Digests of texts and bytes, for keys and tags. */
import { createHash } from 'node:crypto';

/** @returns the SHA-256 digest in base64url. */
export const digestOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url');
