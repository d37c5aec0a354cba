/** What a long test has tried, which is printed although the test passes. */
import { writeSync } from 'node:fs';
import type { Explored } from './pairs.ts';

/** Long before the end of the test, which fails. */
export const tellFault = (text: string): void => void writeSync(1, `${text}\n`);

/** @param what was tried, such as `pairs of draft`. @param start of `performance.now()`. */
export function tell(what: string, { tally }: Explored, start: number): void {
  const seconds = Math.round((performance.now() - start) / 1000);
  writeSync(1, `${tally.groups} ${what}: ${tally.runs} runs in ${seconds} s\n`);
}
