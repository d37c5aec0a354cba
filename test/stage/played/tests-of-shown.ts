/**
 * Tests of what pages show, in files that are compared as a whole, so that a fault in any expression of a template is
 * noticed. RECORD_PAGES=1 writes the files.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import type { TestBrowser } from '../browser.ts';
import { isAct } from '../faulty-page/page-expressions.ts';
import type { PlayedApp } from './played-app.ts';
import { playedStates, readRecorded, recordedFile, recordedFolder } from './states.ts';

/** @param withoutEffect the names of expressions of which no state shows the value, in the order of the expressions. */
export function testShown(browser: TestBrowser, app: PlayedApp, withoutEffect: readonly string[]): void {
  const { shown, withFault } = playedStates(browser, app);
  const { all, names } = app.expressions;
  /** Those that decide what is shown, by their numbers. */
  const shownExpressions = [...all.entries()].filter(([, expression]) => !isAct(expression));
  /** The numbers of expressions whose faults some page shows. */
  const noticed = new Set<number>();
  /** The numbers of the expressions that are evaluated in each state. */
  const evaluated = new Map<string, ReadonlySet<number>>();

  it.each(app.states)('shows %s as recorded', async (state) => {
    const text = await shown(state);
    if (process.env['RECORD_PAGES']) {
      mkdirSync(recordedFolder(app, 'shown'), { recursive: true });
      writeFileSync(recordedFile(app, 'shown', state), text);
    }
    expect(text, 'Record it: RECORD_PAGES=1').toBe(readRecorded(app, 'shown', state));
    evaluated.set(state, new Set((await browser.evaluate('evaluated()')) as number[]));
    for (const number of await noticeable()) noticed.add(number);
  });

  it('has no file of another state', () => {
    const files = app.states.map((state) => basename(recordedFile(app, 'shown', state)));
    expect(readdirSync(recordedFolder(app, 'shown')).toSorted()).toEqual(files.toSorted());
  });

  /** What the present page shows. */
  async function noticeable(): Promise<number[]> {
    const left = shownExpressions.filter(([number]) => !noticed.has(number));
    const [structures, values] = [true, false].map((wanted) =>
      left.filter(([, { kind }]) => kind.startsWith('v-') === wanted).map(([number]) => number),
    );
    const run = `noticeable(${JSON.stringify(values)}, ${JSON.stringify(structures)})`;
    return (await browser.evaluate(run)) as number[];
  }

  it('shows the value of each expression in one of these states', async () => {
    const left = shownExpressions.flatMap(([number]) => (noticed.has(number) ? [] : [number]));
    const hidden: string[] = [];
    for (const number of left) {
      const name = names[number] ?? '';
      // They are not tried in each state.
      const isKnown = withoutEffect.includes(name);
      if (isKnown || !(await isNoticedFromTheBeginning(number))) hidden.push(name);
    }
    expect(hidden).toEqual(withoutEffect);
  });

  /** Some values are only used when a person acts, or something is loaded. */
  async function isNoticedFromTheBeginning(number: number): Promise<boolean> {
    for (const state of app.states.filter((each) => evaluated.get(each)?.has(number))) {
      const text = await withFault(number, () =>
        shown(state).catch(() => 'what a person wants to do is not there'),
      );
      if (text !== readRecorded(app, 'shown', state)) return true;
    }
    return false;
  }
}
