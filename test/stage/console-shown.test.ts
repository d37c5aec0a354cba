/**
 * What each page of the console shows, in files that are compared as a whole, so that a fault in any expression of a
 * template is noticed. `RECORD_PAGES=1 npm test -- stage/console-shown` writes them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '../support/hand-made.ts';
import { describeInBrowser } from './browser.ts';
import { faultyPage, shownExpressions } from './faulty-page/faulty-page.ts';
import { playedConsole } from './played/console.ts';
import type { PlayedPage } from './played/pages/page.ts';
import { playedPages } from './played/pages.ts';

const recorded = join(import.meta.dirname, 'shown');
const page = faultyPage();
/** A page with one cover does not show whose turn it is to be loaded. */
const WITHOUT_EFFECT = ['CoverView.vue :owner owner'];
/** The numbers of expressions whose faults some page shows. */
const noticed = new Set<number>();
/** The numbers of the expressions that are evaluated in each state. */
const evaluated = new Map<string, ReadonlySet<number>>();

describeInBrowser('a page of the console', (browser) => {
  const played = playedConsole(browser, {}, () => page);

  async function show({ fragment, plays, serves, act, until }: PlayedPage): Promise<void> {
    const isShown = async () => {
      if (until === undefined) return played.settled();
      await eventually(() => played.text()).toContain(until);
      await played.drawn();
    };
    played.plays(plays);
    if (serves) played.serves(serves);
    await played.open(fragment);
    await (act ? played.settled() : isShown());
    await act?.({ ...played, browser });
    await isShown();
  }

  const fileOf = (name: string) => join(recorded, `${name.replaceAll(' ', '-')}.txt`);

  async function shown(name: string): Promise<string> {
    await browser.page.clock.setFixedTime('2026-11-06T12:00:00.000Z');
    await show(playedPages[name] as PlayedPage);
    return `${await browser.evaluate('shown()')}\n`;
  }

  it.each(Object.keys(playedPages))('shows %s as recorded', async (name) => {
    const text = await shown(name);
    if (process.env['RECORD_PAGES']) {
      mkdirSync(recorded, { recursive: true });
      writeFileSync(fileOf(name), text);
    }
    expect(text, 'Record it: RECORD_PAGES=1').toBe(readFileSync(fileOf(name), 'utf8'));
    evaluated.set(name, new Set((await browser.evaluate('evaluated()')) as number[]));
    for (const number of await noticeable()) noticed.add(number);
  });

  /** What the present page shows. */
  async function noticeable(): Promise<number[]> {
    const left = shownExpressions.flatMap(({ kind }, number) =>
      noticed.has(number) ? [] : [{ kind, number }],
    );
    const [structures, values] = [true, false].map((wanted) =>
      left.filter(({ kind }) => kind.startsWith('v-') === wanted).map(({ number }) => number),
    );
    const run = `noticeable(${JSON.stringify(values)}, ${JSON.stringify(structures)})`;
    return (await browser.evaluate(run)) as number[];
  }

  it('shows the value of each expression in one of these states', async () => {
    const hidden: string[] = [];
    for (const [number, { file, kind, from }] of shownExpressions.entries())
      if (!noticed.has(number) && !(await isNoticedFromTheBeginning(number)))
        hidden.push(`${basename(file)} ${kind} ${from}`);
    expect(hidden).toEqual(WITHOUT_EFFECT);
  });

  /** Some values are only used when a person acts, or something is loaded. */
  async function isNoticedFromTheBeginning(number: number): Promise<boolean> {
    for (const name of Object.keys(playedPages).filter((each) => evaluated.get(each)?.has(number))) {
      await browser.evaluate(`sessionStorage.setItem('fault', ${number})`);
      const text = await shown(name).catch(() => 'what a person wants to do is not there');
      await played.open('#/commands');
      await browser.evaluate(`sessionStorage.removeItem('fault')`);
      if (text !== readFileSync(fileOf(name), 'utf8')) return true;
    }
    return false;
  }
});
