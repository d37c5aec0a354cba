/**
 * Tests of what follows when a person acts on pages, in files that are compared as a whole, so that a fault in any handler or
 * model of a template is noticed. RECORD_PAGES=1 writes the files, and RECORD_PAGES=text only what follows from the acts in them.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { TestBrowser } from '../browser.ts';
import { actingOf, playedActs } from './played-acts.ts';
import type { PlayedApp } from './played-app.ts';
import { actsOf, type RecordedAct, textOfActs } from './recorded-acts.ts';
import { playedStates, readRecorded, recordedFile, recordedFolder } from './states.ts';

const isRecording = process.env['RECORD_PAGES'] === '1';
const isRecordingText = process.env['RECORD_PAGES'] === 'text';

/** @param more the names of expressions besides handlers and models whose faults only an act shows. */
export function testActs(browser: TestBrowser, app: PlayedApp, more: readonly string[]): void {
  const { names } = app.expressions;
  const played = playedStates(browser, app);
  const { shown, withFault } = played;
  const { possible, act } = playedActs(browser, app, played);
  const nameOf = (number: number): string => names[number] ?? '';
  const acting = new Set([...actingOf(app.expressions), ...more.map((name) => names.indexOf(name))]);
  const folder = recordedFolder(app, 'acted');
  const states = app.states.filter((state) => !app.waiting.includes(state));

  it.runIf(isRecording)('acts in each state', { timeout: 3_600_000 }, async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const noticed = new Set<number>();
    for (const state of states) {
      const acts = await newActs(state, noticed);
      if (acts.length > 0) writeFileSync(recordedFile(app, 'acted', state), textOfActs(acts));
    }
  });

  /** @returns what a person can do in the state with expressions whose effects were not noticed in an earlier one. */
  async function newActs(state: string, noticed: Set<number>): Promise<RecordedAct[]> {
    const found: RecordedAct[] = [];
    await shown(state);
    for (const name of await possible(state)) {
      const { used, text } = await act(state, name);
      const effects: number[] = [];
      for (const number of used.filter((each) => acting.has(each) && !noticed.has(each))) {
        const faulty = await withFault(number, () => act(state, name).catch(() => undefined));
        if (faulty?.text !== text) effects.push(number);
      }
      for (const number of effects) noticed.add(number);
      if (effects.length > 0) found.push({ name, effects: effects.map(nameOf), text });
    }
    return found;
  }

  const recordedStates = () => states.filter((state) => existsSync(recordedFile(app, 'acted', state)));
  const actsIn = (state: string) => actsOf(readRecorded(app, 'acted', state));

  it.skipIf(isRecording).each(recordedStates())(
    'sees what follows from acts in %s as recorded',
    async (state) => {
      const followed: RecordedAct[] = [];
      for (const each of actsIn(state)) followed.push({ ...each, text: (await act(state, each.name)).text });
      if (isRecordingText) writeFileSync(recordedFile(app, 'acted', state), textOfActs(followed));
      expect(textOfActs(followed), 'Record it: RECORD_PAGES=text').toBe(readRecorded(app, 'acted', state));
    },
  );

  it('sees an effect of each handler and model', () => {
    const effects = recordedStates().flatMap((state) => actsIn(state).flatMap((each) => each.effects));
    expect(effects.toSorted()).toEqual([...acting].map(nameOf).toSorted());
  });
}
