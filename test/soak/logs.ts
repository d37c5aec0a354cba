/** What the functions logged as errors, which no response and no record may show. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Errors of functions that were killed, of what these called, and of the receivers and stores of the soak.
 */
const EXPECTED = [
  /Runtime\.ExitError/,
  /Sandbox\.Timedout/,
  /ECONNREFUSED|ECONNRESET|EPIPE|socket hang up|other side closed/,
  /TimeoutError|AbortError/,
];

/** @returns lines of the level ERROR by their text without ids and numbers, the most frequent first. */
export function loggedErrors(dataDirectory: string): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  const folder = join(dataDirectory, 'logs');
  for (const file of readdirSync(folder))
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      const isError =
        line.includes('"level":"ERROR"') || line.includes('"level":"error"') || line.includes('list.differs');
      if (!isError || EXPECTED.some((each) => each.test(line))) continue;
      const text = `${file}: ${textOf(line)}`;
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  return [...counts].toSorted(([, one], [, other]) => other - one);
}

function textOf(line: string): string {
  const problem = /"problem":(\{[^}]*\}|"[^"]*")/.exec(line)?.[1];
  const rest = /"(?:errorMessage|message)":"([^"]*)"/.exec(line)?.[1];
  return `${rest ?? ''} ${problem ?? ''}`
    .replace(/[0-9a-f-]{16,}|\d+/g, 'N')
    .slice(0, 300)
    .trim();
}
