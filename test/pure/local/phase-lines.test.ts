/** What a start prints of its phases, on a terminal and elsewhere. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PhaseLines } from '../../../bin/local/command-line/phase-lines.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function linesOn(isTerminal: boolean) {
  const written: string[] = [];
  return { written, lines: new PhaseLines({ isTerminal, write: (text) => written.push(text) }) };
}

it('a phase is one line with its seconds on output that is not a terminal', () => {
  const { written, lines } = linesOn(false);
  lines.begin('Building the template');
  vi.advanceTimersByTime(1200);
  expect(written).toEqual([]);
  lines.begin('Starting the table');
  lines.clear();
  vi.advanceTimersByTime(300);
  lines.end();
  lines.end();
  expect(written.join('')).toBe('Building the template ... 1.2 s\nStarting the table ... 0.3 s\n');
});

it('a phase counts its seconds on a terminal and yields to other lines', () => {
  const { written, lines } = linesOn(true);
  lines.begin('Building the template');
  expect(written.join('')).toBe('\r\x1b[KBuilding the template ... 0.0 s');
  vi.advanceTimersByTime(2000);
  expect(written.at(-1)).toBe('\r\x1b[KBuilding the template ... 2.0 s');
  lines.clear();
  expect(written.at(-1)).toBe('\r\x1b[K');
  lines.end();
  expect(written.at(-1)).toBe('\r\x1b[KBuilding the template ... 2.0 s\n');
  const { length } = written;
  vi.advanceTimersByTime(2000);
  lines.clear();
  expect(written).toHaveLength(length);
});
