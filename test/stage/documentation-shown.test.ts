/** What the pages of the documentation show: `RECORD_PAGES=1 npm test -- stage/documentation-shown` writes test/stage/recorded/site. */
import { describeInBrowser } from './browser.ts';
import { siteApp } from './played/site/site-app.ts';
import { testShown } from './played/tests-of-shown.ts';

describeInBrowser('a page of the documentation', (browser) => testShown(browser, siteApp(browser), []));
