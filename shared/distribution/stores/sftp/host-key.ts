/** Fingerprints of host keys, as OpenSSH writes them. */
import { hash } from 'node:crypto';

/** @param key as the server sends it. */
export const fingerprintOf = (key: Uint8Array): string =>
  `SHA256:${hash('sha256', key, 'base64').replace(/=+$/, '')}`;
