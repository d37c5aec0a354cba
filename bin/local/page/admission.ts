/** Keeps pages of other sites away from the page at /_local. The port checks the `Host` of requests. */
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** Another site can send it only if a preflight request allows it, and the page responds to none. */
const PRESS_HEADER = 'x-local-stage';

/** Headers of every response. Nothing may embed or read the page, and it loads nothing from elsewhere. */
export const protection: OutgoingHttpHeaders = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Whether a GET is from the page itself, from the address bar, or from a program that is not a browser. */
export function mayRead({ headers }: IncomingMessage): boolean {
  const from = headers['sec-fetch-site'];
  const isLink = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return from === undefined || from === 'same-origin' || from === 'none' || isLink;
}

/** Whether a POST is from the page itself, or from a program that is not a browser. */
export function mayPress({ headers }: IncomingMessage): boolean {
  const { origin, host, 'sec-fetch-site': from } = headers;
  const isOwn = origin === undefined || origin === `http://${host}`;
  return isOwn && (from === undefined || from === 'same-origin') && headers[PRESS_HEADER] === '1';
}
