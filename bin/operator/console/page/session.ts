/**
 * What shows the console's server that requests are from this page. It is kept for the address of this console with its port,
 * where the pages of other ports cannot read it. On a local stage, there is none.
 */
import { browser } from './browser.ts';

interface Keys {
  readonly key: string;
  readonly fileKey: string;
}

const PLACE = 'console-keys';

function keys(): Partial<Keys> {
  try {
    const kept: unknown = JSON.parse(browser.localStorage.getItem(PLACE) ?? '{}');
    return Object(kept);
  } catch {
    return {};
  }
}

/** @returns the token of the first address, which is then no longer in the address bar. */
export function takeToken(): string | undefined {
  const { location, history } = browser;
  const [, token] = /^#token=([\w-]+)$/.exec(location.hash) ?? [];
  if (token !== undefined) history.replaceState(null, '', location.pathname);
  return token;
}

export const keepKeys = (given: Keys): void =>
  browser.localStorage.setItem(PLACE, JSON.stringify({ key: given.key, fileKey: given.fileKey }));

export const hasKeys = (): boolean => keys().key !== undefined;

/** Headers of requests that the page sends itself. */
export function ownHeaders(): Readonly<Record<string, string>> {
  const { key } = keys();
  return key === undefined ? {} : { 'console-key': key };
}

/** @param path of a file that the browser loads or downloads for the page. @returns its address. */
export function loadedAddress(path: string): string {
  const { fileKey } = keys();
  return fileKey === undefined ? path : `by/${fileKey}/${path}`;
}
