/** A fault as a test prints it. */
import type { Fault } from './explore.ts';
import { END, type Result } from './interleavings.ts';

const LONGEST = 300;
const MOST = 6;

const shortened = (line: string): string => (line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line);

/** Rows that differ from those of the most similar order with the same outcomes. */
function rowsThatDiffer(found: Result, legal: readonly Result[]): string[] {
  const alike = legal.filter(({ outcomes }) => outcomes.join() === found.outcomes.join());
  const [nearest = []] = alike
    .map(({ changes }) => [
      ...without(found.changes, changes).map((line) => `  is    ${line}`),
      ...without(changes, found.changes).map((line) => `  ought ${line}`),
    ])
    .toSorted((left, right) => left.length - right.length);
  return nearest.slice(0, MOST);
}

const without = (lines: readonly string[], others: readonly string[]): string[] =>
  lines.filter((line) => !others.includes(line));

/** Where each is interrupted, such as `a makes 3 calls, b ends, a ends`. */
const courseOf = ({ operations, segments }: Fault): string =>
  segments
    .map(([number, upTo]) => `${operations[number]} ${upTo === END ? 'ends' : `makes ${upTo} calls`}`)
    .join(', ');

export function faultText(fault: Fault): string {
  const { found, legal } = fault;
  const orders = [...new Set(legal.map(({ outcomes }) => `  legal ${outcomes.join(' | ')}`))];
  return [
    courseOf(fault),
    `  found ${found.outcomes.join(' | ')}`,
    ...orders,
    ...rowsThatDiffer(found, legal),
  ]
    .map(shortened)
    .join('\n');
}
