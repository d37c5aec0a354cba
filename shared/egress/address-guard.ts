/** Decides where webhooks may go: asked when a URL is registered or changed, and before every attempt. */
import { isIP } from 'node:net';
import { type LookupHost, lookupHost } from './lookup-host.ts';
import { isPublicAddress } from './special-ranges.ts';

const LONGEST_URL = 2048;
const LOOKUP_TIMEOUT_MS = 5_000;
/** The same for a host without addresses: owners of URLs could otherwise find out which names our network knows. */
const NOT_PUBLIC = 'The host of the URL must resolve to public addresses, and to no others.';

export interface Refusal {
  /** For the log, never for the owner of the URL. */
  readonly code: 'url_refused' | 'unresolvable' | 'address_refused';
  /** A sentence for the owner of the URL. */
  readonly detail: string;
}

export interface PublicAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

export interface GuardOptions {
  /** Reserved ranges that are open on this stage all the same. */
  readonly allowedCidrs: readonly string[];
  readonly lookup?: LookupHost;
  readonly timeoutMs?: number;
}

/** What can be said of the URL without asking a name server. */
export function parseWebhookUrl(text: string): { url: URL } | { refusal: Refusal } {
  const wrong = (detail: string) => ({ refusal: { code: 'url_refused', detail } }) as const;
  if (text.length > LONGEST_URL) return wrong(`The URL must have at most ${LONGEST_URL} characters.`);
  // The parser would drop or reinterpret these, and call another URL than the one its owner reads.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  if (/[\s\\\u0000-\u001f\u007f]/.test(text)) {
    return wrong('The URL must not contain spaces, backslashes or control characters.');
  }
  const authority = /^https:\/\/([^/?#]+)/i.exec(text)?.[1];
  if (authority === undefined) return wrong('The URL must be absolute and begin with https://.');
  if (authority.includes('@')) return wrong('The URL must not carry credentials.');
  const url = URL.parse(text);
  return url === null ? wrong('The URL is malformed.') : { url };
}

/**
 * Every address the host has must be public, and a connection may go to these addresses only: a second
 * resolution could answer differently.
 */
export async function resolvePublicAddresses(
  url: URL,
  { allowedCidrs, lookup = lookupHost, timeoutMs = LOOKUP_TIMEOUT_MS }: GuardOptions,
): Promise<{ addresses: readonly PublicAddress[] } | { refusal: Refusal }> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // The URL parser has already turned odd spellings of an address (0x7f.1, 2130706433, 127.0.0.1.) into the plain one.
  const found = isIP(host) ? [host] : await lookup(host, Math.min(timeoutMs, LOOKUP_TIMEOUT_MS));
  if (found.length === 0) return { refusal: { code: 'unresolvable', detail: NOT_PUBLIC } };
  if (!found.every((address) => isPublicAddress(address, allowedCidrs))) {
    return { refusal: { code: 'address_refused', detail: NOT_PUBLIC } };
  }
  return { addresses: found.map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 })) };
}
