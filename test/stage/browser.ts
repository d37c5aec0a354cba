/** A browser for tests of pages, with a blank page. An error in a page fails the test that has opened it. */
import { join } from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest';
import { sharedPart } from '../support/shared-parts.ts';
import { installed, isShipped, SKIPPED } from './shipped-browser.ts';

const shippedSchema = v.object({ folder: v.string() });

export interface OpenPage {
  /** From the first `beforeAll` of the tests on. */
  readonly page: Page;
  /** Loads a page, and returns before what it consists of is loaded. */
  readonly open: (url: string) => Promise<unknown>;
  /** @returns the value of the expression, awaited. @throws if it throws. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** @param size the height is 900 by default. `zoom` is in percent, as the browser's own. */
  readonly size: (width: number, size?: { height?: number; zoom?: number }) => Promise<unknown>;
}

export interface TestBrowser extends OpenPage {
  /** @returns a page that shares nothing with the others, as another browser. */
  readonly another: () => Promise<OpenPage>;
}

interface Opened {
  readonly browser: Browser;
  readonly page: Page;
  readonly session: CDPSession;
}

/** @param body gets the browser, which can be used in tests and in what runs before them. */
export function describeInBrowser(title: string, body: (browser: TestBrowser) => void): void {
  const hasBrowser = isShipped || installed !== undefined;
  describe.skipIf(!hasBrowser)(`${title} in a browser${hasBrowser ? '' : SKIPPED}`, () => {
    const faults: string[] = [];
    let opened: Opened | undefined;
    const current = (): Opened => {
      if (!opened) throw new Error('The browser is open only while tests run.');
      return opened;
    };
    beforeAll(async () => {
      opened = await newPage(await launched(), faults);
    });
    afterAll(() => opened?.browser.close());
    body({
      ...opening(current),
      get page() {
        return current().page;
      },
      async another() {
        const own = await newPage(current().browser, faults);
        return { ...opening(() => own), page: own.page };
      },
    });
    afterEach(() => expect(faults.splice(0), 'errors in the page').toEqual([]));
  });
}

const opening = (current: () => Opened): Omit<OpenPage, 'page'> => ({
  open: (url) => current().page.goto(url, { waitUntil: 'commit' }),
  evaluate: (expression) => current().page.evaluate(expression),
  size: (width, { height = 900, zoom = 100 } = {}) =>
    current().session.send('Emulation.setDeviceMetricsOverride', {
      width: Math.round((width * 100) / zoom),
      height: Math.round((height * 100) / zoom),
      deviceScaleFactor: zoom / 100,
      mobile: width < 500,
    }),
});

/** In the page: what its security policy does not allow is an error. */
const POLICY = `addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) =>
  reportError(new Error(violatedDirective + ' does not allow ' + blockedURI)));`;

async function newPage(browser: Browser, faults: string[]): Promise<Opened> {
  const page = await browser.newPage({ viewport: null });
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.addInitScript(POLICY);
  return { browser, page, session: await page.context().newCDPSession(page) };
}

async function launched(): Promise<Browser> {
  if (!isShipped) return chromium.launch({ executablePath: installed ?? '' });
  const { folder } = v.parse(shippedSchema, await sharedPart(inject('stages'), 'browser'));
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: ['--disable-gpu', '--disable-dev-shm-usage'],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  });
}
