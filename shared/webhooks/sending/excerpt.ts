/** The beginning of a receiver's response, which its owner sees with the attempt. */
import { maskSecrets } from './mask-secrets.ts';

/** @internal Tests compare it with the guide. */
export const MAX_EXCERPT_BYTES = 500;

/** Enough to recognize a secret that begins within the excerpt. */
export const SEEN_BYTES = 1024;

/** Of a signature or a signing secret, which have 64 hexadecimal digits. */
const PART_OF_SECRET = /[0-9a-f]{1,63}$/i;

interface Seen {
  readonly isWhole: boolean;
  readonly secrets: readonly string[];
}

/**
 * @param body the first bytes. @param isWhole whether no others follow.
 * @param secrets that the receiver got or keeps, and can echo.
 * @returns valid text without NUL, in which secrets are masked, or null if there is none.
 */
export function excerptOf(body: Buffer, { isWhole, secrets }: Seen): string | null {
  // Omits a character whose last bytes are missing.
  const text = new TextDecoder().decode(body, { stream: true }).replaceAll('\0', '');
  const known = isWhole ? text : text.replace(PART_OF_SECRET, '');
  const masked = maskSecrets(known, secrets);
  const bytes = Buffer.from(masked);
  let end = Math.min(bytes.length, MAX_EXCERPT_BYTES);
  while (isWithinCharacter(bytes[end])) end--;
  return end === 0 ? null : bytes.toString('utf8', 0, end);
}

/** Whether the byte continues a character of UTF-8. */
const isWithinCharacter = (byte = 0): boolean => (byte & 0xc0) === 0x80;
