/** Decides which URLs may receive outgoing requests. Checked at registration and before every request. */
import { isIP } from 'node:net';
import { type LookupHost, lookupHost } from './lookup-host.ts';
import { isPublicAddress } from './special-ranges.ts';

const MAX_URL_LENGTH = 2048;
const LOOKUP_TIMEOUT_MS = 5_000;
/** Also used for hosts without addresses, so that users cannot probe for internal host names. */
const NOT_PUBLIC = 'The host of the URL must resolve only to public addresses.';

export interface UrlRejection {
  /** For the log only. The owner of the URL must not see it. */
  readonly code: 'url_refused' | 'unresolvable' | 'address_refused';
  /** A sentence for the owner of the URL. */
  readonly detail: string;
}

export interface PublicAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

export interface GuardOptions {
  /** Reserved ranges that the stage allows. */
  readonly allowedCidrs: readonly string[];
  readonly lookup?: LookupHost | undefined;
  readonly timeoutMs?: number;
}

/**
 * Runs the checks that need no DNS lookup.
 * @returns the URL, or the reason for its rejection.
 * @example parseOutgoingUrl('https://receiver.example/hook')
 */
export function parseOutgoingUrl(text: string): { url: URL } | { rejection: UrlRejection } {
  const reject = (detail: string) => ({ rejection: { code: 'url_refused', detail } }) as const;
  if (text.length > MAX_URL_LENGTH) return reject(`The URL must have at most ${MAX_URL_LENGTH} characters.`);
  // The parser drops or reinterprets these, so the request would not go to the URL that the owner sees.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters.
  if (/[\s\\\u0000-\u001f\u007f]/.test(text)) {
    return reject('The URL must not contain spaces, backslashes or control characters.');
  }
  const authority = /^https:\/\/([^/?#]+)/i.exec(text)?.[1];
  if (authority === undefined) return reject('The URL must be absolute and start with https://.');
  if (authority.includes('@')) return reject('The URL must not contain credentials.');
  const url = URL.parse(text);
  return url === null ? reject('The URL is malformed.') : { url };
}

/**
 * Checks an IP address in the URL.
 * @returns undefined if the host is a name or a public address.
 */
export function literalAddressRejection(url: URL, allowedCidrs: readonly string[]): UrlRejection | undefined {
  const host = hostOf(url);
  if (!isIP(host) || isPublicAddress(host, allowedCidrs)) return undefined;
  return { code: 'address_refused', detail: NOT_PUBLIC };
}

/** The URL parser has already normalized other spellings of an address (0x7f.1, 2130706433, 127.0.0.1.). */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Checks the URL and resolves its host. All addresses must be public. Connect only to these addresses,
 * because a second lookup could return others.
 */
export async function outgoingTarget(
  text: string,
  options: GuardOptions,
): Promise<{ url: URL; addresses: readonly PublicAddress[] } | { rejection: UrlRejection }> {
  const parsed = parseOutgoingUrl(text);
  if ('rejection' in parsed) return parsed;
  const { url } = parsed;
  const resolved = await publicAddressesOf(hostOf(url), options);
  if ('code' in resolved) return { rejection: { code: resolved.code, detail: NOT_PUBLIC } };
  return { url, ...resolved };
}

/**
 * Resolves a host name, or takes an address as it is.
 * @returns the addresses if all are public, or else why the host must not be connected to.
 */
export async function publicAddressesOf(
  host: string,
  { allowedCidrs, lookup = lookupHost, timeoutMs = LOOKUP_TIMEOUT_MS }: GuardOptions,
): Promise<
  { readonly addresses: readonly PublicAddress[] } | { readonly code: 'unresolvable' | 'address_refused' }
> {
  const addresses = isIP(host) ? [host] : await lookup(host, Math.min(timeoutMs, LOOKUP_TIMEOUT_MS));
  if (addresses.length === 0) return { code: 'unresolvable' };
  if (!addresses.every((address) => isPublicAddress(address, allowedCidrs)))
    return { code: 'address_refused' };
  return { addresses: addresses.map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 })) };
}
