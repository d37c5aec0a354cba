/** Tells when a page has the responses of all its requests, and shows them. */
import type { Request } from 'playwright-core';
import { beforeAll } from 'vitest';
import { eventually } from '../support/hand-made.ts';
import type { TestBrowser } from './browser.ts';

export interface Settling {
  /** Waits until the page shows what it knows, and has sent the requests that follow. */
  readonly drawn: () => Promise<unknown>;
  /** Waits until the page has the responses of all its requests and what it does a moment later, and shows them. */
  readonly settled: () => Promise<void>;
}

export function settlingOf(browser: TestBrowser): Settling {
  const open = new Set<Request>();
  let sent = 0;
  beforeAll(async () => {
    browser.page.on('request', (request) => {
      sent += 1;
      // The browser does not tell of each request of the page before that it has ended.
      if (request.isNavigationRequest()) open.clear();
      open.add(request);
    });
    for (const event of ['requestfinished', 'requestfailed'] as const)
      browser.page.on(event as 'requestfailed', (request) => open.delete(request));
    await browser.page.addInitScript(COUNTS);
  });
  return {
    drawn: () => browser.evaluate(FRAMES),
    async settled() {
      await eventually(async () => {
        const before = sent;
        const waits = await browser.evaluate(`${FRAMES}.then(() => globalThis.waits)`);
        return waits === 0 && sent === before && open.size === 0;
      }).toBe(true);
    },
  };
}

/** In the page: until it shows what it has read, and has looked at what is visible of it. */
const FRAMES = `new Promise((shown) =>
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(shown))))`;

/**
 * In the page, before its scripts: counts what it waits for. These are responses that are not read to their end, although the
 * browser may have all of them; audio that begins to play or is decoded; and timers of a moment, such as for a search after the
 * last key.
 */
const COUNTS = `(() => {
  globalThis.waits = 0;
  const count = (wait) => {
    globalThis.waits += 1;
    const end = () => { globalThis.waits -= 1; };
    wait.then(end, end);
  };
  const { fetch, setTimeout, clearTimeout } = globalThis;
  globalThis.fetch = (...given) => {
    const response = fetch(...given);
    count(response.then((each) => each.clone().arrayBuffer()));
    return response;
  };
  for (const [{ prototype }, name] of [[HTMLMediaElement, 'play'], [BaseAudioContext, 'decodeAudioData']]) {
    const begin = prototype[name];
    prototype[name] = function (...given) {
      const wait = begin.apply(this, given);
      count(wait);
      return wait;
    };
  }
  const MOMENT_MS = 1000;
  const ends = new Map();
  globalThis.setTimeout = (act, delay = 0, ...given) => {
    if (delay > MOMENT_MS) return setTimeout(act, delay, ...given);
    let end;
    count(new Promise((resolve) => { end = resolve; }));
    const timer = setTimeout(() => {
      ends.delete(timer);
      try { act(...given); } finally { end(); }
    }, delay);
    ends.set(timer, end);
    return timer;
  };
  globalThis.clearTimeout = (timer) => {
    ends.get(timer)?.();
    ends.delete(timer);
    clearTimeout(timer);
  };
})()`;
