/** The recorded states of pages, with expressions that can be given faults. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import type { TestBrowser } from '../browser.ts';
import type { PlayedApp } from './played-app.ts';

export interface PlayedStates {
  /** @returns what the page shows in a state. @throws if a person cannot reach it. */
  readonly shown: (state: string) => Promise<string>;
  /** @param number of an expression, which has its fault while `act` runs. */
  readonly withFault: <T>(number: number, act: () => Promise<T>) => Promise<T>;
}

export function playedStates(browser: TestBrowser, app: PlayedApp): PlayedStates {
  beforeAll(() => browser.page.addInitScript(STANDING_CLOCK));
  return {
    async shown(state) {
      await app.reach(state);
      return `${await browser.evaluate('shown()')}\n`;
    },
    async withFault(number, act) {
      await browser.evaluate(`sessionStorage.setItem('fault', ${number})`);
      try {
        return await act();
      } finally {
        await browser.evaluate(`sessionStorage.removeItem('fault')`);
      }
    },
  };
}

/**
 * In the page, before its scripts: it is always the same time, and nothing is refreshed. `Date.now` adds a millisecond for each
 * call, because Vue calls a handler only for events that are later than the handler.
 */
const STANDING_CLOCK = `(() => {
  const now = Date.parse('2026-11-06T12:00:00.000Z');
  let calls = 0;
  globalThis.Date = class extends Date {
    constructor(...given) { super(...(given.length === 0 ? [now] : given)); }
    static now() { return now + calls++; }
  };
  globalThis.setInterval = () => 0;
})()`;

type Recorded = 'acted' | 'shown';

export const recordedFolder = ({ name }: PlayedApp, recorded: Recorded): string =>
  join(import.meta.dirname, '../recorded', name, recorded);

/** @returns the file of a state. */
export const recordedFile = (app: PlayedApp, recorded: Recorded, state: string): string =>
  join(recordedFolder(app, recorded), `${state.replaceAll(' ', '-')}.txt`);

export const readRecorded = (app: PlayedApp, recorded: Recorded, state: string): string =>
  readFileSync(recordedFile(app, recorded, state), 'utf8');
