/** Checks the URL of a master when it is attached, without a lookup or a request. */
import { literalAddressRejection, parseOutgoingUrl } from '../../platform/egress/address-guard.ts';

/**
 * @param allowedCidrs reserved ranges that the stage allows.
 * @returns a sentence for the owner of the track, or undefined if the URL is acceptable.
 * @example masterUrlRejection('https://10.0.0.1/a.wav', []) // 'The host of the URL must resolve ...'
 */
export function masterUrlRejection(url: string, allowedCidrs: readonly string[]): string | undefined {
  const parsed = parseOutgoingUrl(url);
  if ('rejection' in parsed) return parsed.rejection.detail;
  return literalAddressRejection(parsed.url, allowedCidrs)?.detail;
}
