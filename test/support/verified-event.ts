import { isGenuine } from '../../docs/webhooks/verify.ts';

/**
 * The event in a webhook, verified by the published verifier, which tolerates five minutes.
 * @param header Service-Signature.
 * @throws Error if it is not genuine.
 */
export function verifiedEvent(body: string, header: string, secret: string): unknown {
  if (!isGenuine(Buffer.from(body), header, secret)) throw new Error(`${header} does not sign ${body}`);
  return JSON.parse(body);
}
