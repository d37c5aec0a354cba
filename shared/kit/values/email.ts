/** Validates e-mail addresses: RFC 5321 mailboxes with RFC 6531 characters, except invisible ones. */
import { hidesCharacters } from './characters.ts';

const ATOM = "[\\w!#$%&'*+/=?^`{|}~\\u{80}-\\u{10ffff}-]+";
const QUOTED = '"(?:[^"\\\\\\x00-\\x1f\\x7f]|\\\\[\\x20-\\x7e])*"';
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
const LITERAL = '\\[(?:IPv6:[\\da-f:.]+|\\d{1,3}(?:\\.\\d{1,3}){3})\\]';
const MAILBOX = `^(?<local>${ATOM}(?:\\.${ATOM})*|${QUOTED})@(?:${LABEL}(?:\\.${LABEL})*|${LITERAL})$`;
/** Compiled on first use, because that takes a millisecond. */
let mailbox: RegExp | undefined;

/** RFC 5321, 4.5.3.1.1. */
const MAX_LOCAL_OCTETS = 64;

export function isEmailAddress(text: string): boolean {
  // Addresses of two accounts must not look the same. Quoted local parts may contain plain spaces.
  if (hidesCharacters(text)) return false;
  mailbox ??= new RegExp(MAILBOX, 'iu');
  const local = mailbox.exec(text)?.groups?.['local'];
  return local !== undefined && new TextEncoder().encode(local).length <= MAX_LOCAL_OCTETS;
}
