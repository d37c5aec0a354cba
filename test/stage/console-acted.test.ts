/** What people do on the pages of the console: `RECORD_PAGES=1 npm test -- stage/console-acted` writes test/stage/recorded/console. */
import { describeInBrowser } from './browser.ts';
import { consoleApp } from './played/console-app.ts';
import { testActs } from './played/tests-of-acts.ts';

describeInBrowser('a person who uses the console', (browser) =>
  testActs(browser, consoleApp(browser), ['ReleasePage.vue :is-quiet deciding !== undefined']),
);
