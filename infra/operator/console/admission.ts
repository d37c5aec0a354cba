/** Lets only the browser of the operator use the console, as a token in its first address shows. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** Headers of every response. Nothing may embed or read the page, and it loads nothing from elsewhere. */
export const protection: OutgoingHttpHeaders = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

type Admitted =
  | { readonly is: 'admitted' }
  /** The browser gets the cookie, and an address without the token. */
  | { readonly is: 'entering'; readonly cookie: string }
  | { readonly is: 'rejected'; readonly reason: string };

export type Admit = (request: IncomingMessage, url: URL) => Admitted;

const rejected = (reason: string): Admitted => ({ is: 'rejected', reason });

/**
 * Admits the browser that is the first to send the token, and afterwards only its cookie.
 * @returns the token, and the function that admits requests.
 */
export function admission(): { readonly token: string; readonly admit: Admit } {
  const token = newSecret();
  const session = newSecret();
  let isUsed = false;
  return {
    token,
    admit: (request, url) => {
      const { host = '' } = request.headers;
      if (!isOwnHost(host, request.socket.localPort)) return rejected('This host is not the console.');
      if (!isFromPage(request)) return rejected('Only the console itself may send this.');
      const name = `console-${request.socket.localPort}`;
      const sent = url.searchParams.get('token');
      if (isEqual(cookieIn(request, name), session))
        return sent === null ? { is: 'admitted' } : { is: 'entering', cookie: '' };
      if (sent === null) return rejected('Open the address that the command has printed.');
      if (isUsed || !isEqual(sent, token))
        return rejected('The address has been used, or is that of another console. Run the command again.');
      isUsed = true;
      return { is: 'entering', cookie: `${name}=${session}; Path=/; HttpOnly; SameSite=Strict` };
    },
  };
}

/** For the local stage, which already responds only to this machine, and whose commands need no credentials. */
export const admitOwnPage: Admit = (request) =>
  isFromPage(request) ? { is: 'admitted' } : rejected('Only the console itself may send this.');

const newSecret = (): string => randomBytes(32).toString('base64url');

/** Another name can lead here as well (DNS rebinding). */
const isOwnHost = (host: string, port: number | undefined): boolean =>
  host === `127.0.0.1:${port}` || host === `localhost:${port}`;

/** Whether the request is from the page itself, or opens it. */
function isFromPage({ headers, method }: IncomingMessage): boolean {
  const { origin, host, 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = headers;
  const isRead = method === 'GET' || method === 'HEAD';
  if (origin !== undefined ? origin !== `http://${host}` : !isRead) return false;
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  return isRead && mode === 'navigate' && dest === 'document';
}

function cookieIn({ headers }: IncomingMessage, name: string): string {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

/** Takes the same time for every text. */
const isEqual = (left: string, right: string): boolean => timingSafeEqual(digestOf(left), digestOf(right));

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
