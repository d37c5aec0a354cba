/** Lets only the page of the operator use the console, as a token in its first address shows. */
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

/** What the page keeps and sends. Not cookies, which a browser sends to every port of the machine. */
interface Keys {
  /** In the header `console-key`. */
  readonly key: string;
  /** In addresses that the browser loads for the page, which have no headers of it. It opens files and nothing else. */
  readonly fileKey: string;
}

/**
 * `page`: its own files, which are the same for everybody. `entry`: where the token is exchanged. `file`: what the browser loads
 * or downloads. `command`: all else.
 */
export type Part = 'page' | 'entry' | 'file' | 'command';

interface Asked {
  readonly part: Part;
  /** Of the address. */
  readonly fileKey: string | undefined;
}

/** @returns why the request is rejected; undefined if it is admitted. */
export type Admit = (request: IncomingMessage, asked: Asked) => string | undefined;

/** Exchanges the token for the keys. @returns why it is rejected, if it is. */
export type Enter = (token: string) => Keys | { readonly rejection: string };

/** After that, the token of an address that was not opened is rejected. */
export const TOKEN_MINUTES = 5;

/**
 * Admits the page that is the first to send the token, and afterwards only its keys.
 * @returns the token, and the functions that admit requests.
 */
export function admission(now: () => number = Date.now): {
  readonly token: string;
  readonly admit: Admit;
  readonly enter: Enter;
} {
  const [token, key, fileKey] = [newSecret(), newSecret(), newSecret()];
  const until = now() + TOKEN_MINUTES * 60_000;
  let isUsed = false;
  return {
    token,
    enter(sent) {
      if (isUsed || !isEqual(sent, token))
        return {
          rejection: 'The address was already used, or belongs to another console. Run the command again.',
        };
      if (now() > until)
        return {
          rejection: `The address was not opened within ${TOKEN_MINUTES} minutes. Run the command again.`,
        };
      isUsed = true;
      return { key, fileKey };
    },
    admit(request, asked) {
      const { host = '', 'console-key': sent = '' } = request.headers;
      if (!isOwnHost(host, request.socket.localPort)) return 'This host is not the console.';
      if (!isFromPage(request)) return 'Only the console itself may send this.';
      if (asked.part === 'page' || asked.part === 'entry' || isEqual(String(sent), key)) return undefined;
      if (asked.part === 'file' && asked.fileKey !== undefined && isEqual(asked.fileKey, fileKey))
        return undefined;
      return 'This page is not signed in. Open the address that the command has printed in another tab, and continue here.';
    },
  };
}

/** For the local stage, which already responds only to this machine, and whose commands need no credentials. */
export const admitOwnPage: Admit = (request) =>
  isFromPage(request) ? undefined : 'Only the console itself may send this.';

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

/** Takes the same time for every text. */
const isEqual = (left: string, right: string): boolean => timingSafeEqual(digestOf(left), digestOf(right));

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
