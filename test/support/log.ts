/** The lines that functions run inside a test write to their log. */
import { afterAll, afterEach, vi } from 'vitest';

export interface Logged {
  readonly level: string;
  readonly event: string;
  readonly [name: string]: unknown;
}

const levels = ['info', 'warn', 'error'] as const;

export interface Listening {
  readonly lines: Logged[];
  readonly stop: () => void;
}

export function listen(): Listening {
  const lines: Logged[] = [];
  const spies = levels.map((level) =>
    // As JSON takes it, which is what Lambda makes of it.
    vi.spyOn(console, level).mockImplementation((line: object) => {
      lines.push({ level, ...JSON.parse(JSON.stringify(line)) });
    }),
  );
  return { lines, stop: () => spies.forEach((spy) => void spy.mockRestore()) };
}

const write = { info: console.info, warn: console.warn, error: console.error };
const held: (() => void)[] = [];
const writeHeld = () => held.splice(0).forEach((each) => void each());

/**
 * Writes the lines of functions only if a test fails. Vitest does the same, but first sends every line to
 * another process.
 */
export function holdLines(): void {
  for (const level of levels)
    console[level] = (...given) => {
      if ('event' in Object(given[0])) held.push(() => write[level](...given));
      else write[level](...given);
    };
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') writeHeld();
    held.length = 0;
  });
  afterAll(writeHeld);
}
