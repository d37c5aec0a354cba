/** The documentation in its recorded states. */
import * as v from 'valibot';
import { inject } from 'vitest';
import { sharedPart } from '../../../support/shared-parts.ts';
import type { TestBrowser } from '../../browser.ts';
import { siteExpressions } from '../../faulty-page/page-expressions.ts';
import type { PlayedApp } from '../played-app.ts';
import { playedOperations } from './operations.ts';
import { playedSite } from './played-site.ts';
import { siteStates, waitingStates } from './site-states.ts';

const filesSchema = v.record(v.string(), v.string());

export function siteApp(browser: TestBrowser): PlayedApp {
  const site = playedSite(browser, async () => {
    const built = v.parse(filesSchema, await sharedPart(inject('stages'), 'faulty-site'));
    const operations = Object.entries(playedOperations).map(
      ([tag, own]) => [`operations/${tag}.json`, JSON.stringify(own)] as const,
    );
    return new Map([...Object.entries(built), ...operations]);
  });
  return {
    name: 'site',
    expressions: siteExpressions,
    states: [...Object.keys(siteStates), ...Object.keys(waitingStates)],
    waiting: Object.keys(waitingStates),
    async reach(state) {
      const waiting = waitingStates[state];
      const page = siteStates[state] ?? waiting;
      if (!page) throw new Error(`There is no state ${state}.`);
      await site.open(page.path, page.replies ?? {});
      await page.act?.({ ...site, browser });
      await (waiting ? site.until(waiting.until) : site.settled());
    },
    settled: site.settled,
    sent: site.sent,
    actsByHand: {
      'a narrow page with its menu open': {
        'touch the page beside the menu': () =>
          browser.evaluate("document.querySelector('.backdrop').click()").then(() => undefined),
      },
      'a choice of values': {
        'type a list with spaces': async () => {
          await browser.page.keyboard.insertText('calm , ');
          await site.settled();
          return browser.evaluate('document.activeElement.value');
        },
      },
    },
  };
}
