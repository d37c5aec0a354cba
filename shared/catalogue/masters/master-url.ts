/** What can be said about the URL of a master when it is attached, without a lookup or a request. */
import { literalAddressRefusal, parseOutgoingUrl } from '../../platform/egress/address-guard.ts';

/**
 * @param allowedCidrs reserved ranges that the stage allows.
 * @returns a sentence for the owner of the track, or undefined if the URL may be validated.
 * @example masterUrlRefusal('https://10.0.0.1/master.wav', []) // 'The host of the URL must resolve to public addresses, ...'
 */
export function masterUrlRefusal(url: string, allowedCidrs: readonly string[]): string | undefined {
  const parsed = parseOutgoingUrl(url);
  if ('refusal' in parsed) return parsed.refusal.detail;
  return literalAddressRefusal(parsed.url, allowedCidrs)?.detail;
}
