/** What people do on the pages of the documentation: `RECORD_PAGES=1 npm test -- stage/documentation-acted` writes test/stage/recorded/site. */
import { describeInBrowser } from './browser.ts';
import { siteApp } from './played/site/site-app.ts';
import { testActs } from './played/tests-of-acts.ts';

describeInBrowser('a person who reads the documentation', (browser) =>
  testActs(browser, siteApp(browser), []),
);
