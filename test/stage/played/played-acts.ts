/** What a person can do in the recorded states of pages, and what follows from it. */
import type { TestBrowser } from '../browser.ts';
import { isAct, type PageExpressions } from '../faulty-page/page-expressions.ts';
import type { PlayedApp } from './played-app.ts';
import type { PlayedStates } from './states.ts';

/** @returns the numbers of what a page does when a person acts. */
export const actingOf = ({ all }: PageExpressions): readonly number[] =>
  [...all.entries()].flatMap(([number, each]) => (isAct(each) ? [number] : []));

/** What follows when a person acts. */
interface Act {
  /** The numbers of the expressions that were called or evaluated. */
  readonly used: readonly number[];
  /** What the page sends and shows then. */
  readonly text: string;
}

export interface PlayedActs {
  /** @returns the names of what a person can do in the present state. */
  readonly possible: (state: string) => Promise<readonly string[]>;
  /** Reaches the state, and acts. */
  readonly act: (state: string, name: string) => Promise<Act>;
}

export function playedActs(browser: TestBrowser, app: PlayedApp, { shown }: PlayedStates): PlayedActs {
  const { expressions, actsByHand } = app;
  const present = async () => ({
    lines: String(await browser.evaluate('shown()')).split('\n'),
    address: String(await browser.evaluate('location.pathname + location.search + location.hash')),
    focus: String(await browser.evaluate('focused()')),
  });
  return {
    async possible(state) {
      const numbers = await browser.evaluate(`possible(${JSON.stringify(actingOf(expressions))})`);
      const names = (numbers as readonly number[]).map((number) => expressions.names[number] ?? '');
      return [...new Set([...names, ...Object.keys(actsByHand[state] ?? {})])];
    },
    async act(state, name) {
      await shown(state);
      const before = await present();
      const sent = app.sent().length;
      const steps = actsByHand[state]?.[name];
      const said = await (steps ? steps() : browser.evaluate(`act(${expressions.names.indexOf(name)})`));
      await app.settled();
      const used = (await browser.evaluate('used()')) as readonly number[];
      if (said !== undefined) return { used, text: JSON.stringify(said) };
      const after = await present();
      const lines = [
        ...app
          .sent()
          .slice(sent)
          // Some are sent concurrently.
          .toSorted()
          .map((each) => `sends ${each}`),
        ...(after.focus === before.focus ? [] : [`focuses ${after.focus}`]),
        // What another page shows is recorded where that page is.
        ...(after.address === before.address
          ? changedLines(before.lines, after.lines)
          : [`goes to ${after.address}`]),
      ];
      return { used, text: lines.join('\n') };
    },
  };
}

const changedLines = (before: readonly string[], after: readonly string[]): string[] => [
  ...linesWithout(before, after).map((line) => `- ${line.trim()}`),
  ...linesWithout(after, before).map((line) => `+ ${line.trim()}`),
];

/** @returns the lines that the others do not have, or not so often. */
function linesWithout(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
