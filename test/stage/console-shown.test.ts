/** What each page of the console shows: `RECORD_PAGES=1 npm test -- stage/console-shown` writes test/stage/recorded/console. */
import { describeInBrowser } from './browser.ts';
import { consoleApp } from './played/console-app.ts';
import { testShown } from './played/tests-of-shown.ts';

describeInBrowser('a page of the console', (browser) =>
  testShown(browser, consoleApp(browser), [
    // A page with one cover does not show whose turn it is to be loaded.
    'CoverView.vue :owner owner',
    'ReleasePage.vue :owner release.user',
    // console-acted.test.ts notices it.
    'ReleasePage.vue :is-quiet deciding !== undefined',
  ]),
);
