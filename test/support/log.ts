/** The lines that functions run inside a test write to their log. */
import { vi } from 'vitest';

export interface Logged {
  readonly level: string;
  readonly event: string;
  readonly [name: string]: unknown;
}

export interface Listening {
  readonly lines: Logged[];
  readonly stop: () => void;
}

export function listen(): Listening {
  const lines: Logged[] = [];
  const spies = (['info', 'warn', 'error'] as const).map((level) =>
    // As JSON takes it, which is what Lambda makes of it.
    vi.spyOn(console, level).mockImplementation((line: object) => {
      lines.push({ level, ...JSON.parse(JSON.stringify(line)) });
    }),
  );
  return { lines, stop: () => spies.forEach((spy) => void spy.mockRestore()) };
}
