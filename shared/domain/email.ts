/** What an e-mail address may look like: RFC 5321 mailboxes with the international characters of RFC 6531, all of them visible. */
import { hidesCharacters } from './characters.ts';

const ATOM = "[\\w!#$%&'*+/=?^`{|}~\\u{80}-\\u{10ffff}-]+";
const QUOTED = '"(?:[^"\\\\\\x00-\\x1f\\x7f]|\\\\[\\x20-\\x7e])*"';
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
const LITERAL = '\\[(?:IPv6:[\\da-f:.]+|\\d{1,3}(?:\\.\\d{1,3}){3})\\]';
const MAILBOX = new RegExp(
  `^(?<local>${ATOM}(?:\\.${ATOM})*|${QUOTED})@(?:${LABEL}(?:\\.${LABEL})*|${LITERAL})$`,
  'iu',
);

/** RFC 5321, 4.5.3.1.1: octets before the @. */
const MAX_LOCAL_OCTETS = 64;

export function isEmailAddress(text: string): boolean {
  // Two addresses that look alike must not be two accounts. A quoted local part may hold plain spaces.
  if (hidesCharacters(text)) return false;
  const local = MAILBOX.exec(text)?.groups?.['local'];
  return local !== undefined && new TextEncoder().encode(local).length <= MAX_LOCAL_OCTETS;
}
