/** Encrypts secrets with AES-256-GCM, bound to the record that has them. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Box {
  /** 32 bytes, and the version of the secret they are derived from. */
  readonly key: { readonly version: number; readonly bytes: Uint8Array };
  /** Authenticated data. A box copied to another record cannot be opened. */
  readonly boundTo: string;
}

/** Has a single message, so that neither the secret nor the cause reaches a log. */
export class SecretBoxError extends Error {
  override name = 'SecretBoxError';

  constructor() {
    super('The secret could not be decrypted.');
  }
}

/** @returns `v<version of the key>.<iv>.<ciphertext>.<tag>`, the parts in base64url. */
export function sealSecret(secret: string, { key, boundTo }: Box): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, iv).setAAD(Buffer.from(boundTo));
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  const parts = [iv, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  return [`v${key.version}`, ...parts].join('.');
}

/**
 * @returns the version of the key that opens the box.
 * @throws SecretBoxError if the text is not a box.
 */
export function sealedUnder(sealed: string): number {
  const version = /^v(\d{1,6})\./.exec(sealed)?.[1];
  if (version === undefined) throw new SecretBoxError();
  return Number(version);
}

/** @throws SecretBoxError if the box is damaged, or was sealed with another key or for another record. */
export function openSecret(sealed: string, { key, boundTo }: Box): string {
  const [version, ...parts] = sealed.split('.');
  const [iv, ciphertext, tag, ...rest] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (version !== `v${key.version}` || !iv || !ciphertext || !tag || rest.length > 0)
    throw new SecretBoxError();
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(boundTo)).setAuthTag(tag);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  } catch {
    throw new SecretBoxError();
  }
}
