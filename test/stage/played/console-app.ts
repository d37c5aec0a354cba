/** The console in its recorded states. */
import * as v from 'valibot';
import { inject } from 'vitest';
import { eventually } from '../../support/hand-made.ts';
import { sharedPart } from '../../support/shared-parts.ts';
import type { TestBrowser } from '../browser.ts';
import { consoleExpressions } from '../faulty-page/page-expressions.ts';
import { actsByHand } from './acts-by-hand.ts';
import { playedConsole } from './console.ts';
import { playedPages } from './pages.ts';
import type { PlayedApp } from './played-app.ts';

const filesSchema = v.record(v.string(), v.string());

export function consoleApp(browser: TestBrowser): PlayedApp {
  const played = playedConsole(browser, {}, async () => {
    const files = v.parse(filesSchema, await sharedPart(inject('stages'), 'faulty-console'));
    return new Map(Object.entries(files));
  });
  const states = Object.keys(playedPages);
  return {
    name: 'console',
    expressions: consoleExpressions,
    states,
    waiting: states.filter((state) => playedPages[state]?.until !== undefined),
    async reach(state) {
      const page = playedPages[state];
      if (!page) throw new Error(`There is no state ${state}.`);
      const { fragment, plays, serves, act, until } = page;
      const isShown = async () => {
        if (until === undefined) return played.settled();
        await eventually(() => played.text()).toContain(until);
        await played.drawn();
      };
      played.forget();
      played.plays(plays);
      if (serves) played.serves(serves);
      await played.open(fragment);
      await (act ? played.settled() : isShown());
      await act?.({ ...played, browser });
      await isShown();
    },
    settled: () => played.settled(),
    sent: () => played.allRan().map(({ command, args }) => `${command} ${JSON.stringify(args)}`),
    actsByHand: Object.fromEntries(
      Object.entries(actsByHand).map(([state, acts]) => [
        state,
        Object.fromEntries(
          Object.entries(acts).map(([name, act]) => [name, () => act({ ...played, browser })]),
        ),
      ]),
    ),
  };
}
