/** Imports some lines, which the command line has read from a file. */
import type { Run } from '../../kit/commands/listed.ts';
import { isTimeUp, type Operation } from '../../kit/commands/operation.ts';
import type { importMatches } from '../commands.ts';
import { type MatchLine, readLine } from '../imports/line.ts';
import { type LineOutcome, saveLine } from '../imports/save-line.ts';

/** Lines that are saved concurrently. */
const CONCURRENT = 10;

type Read = ReturnType<typeof readLine>;

/** @returns the outcomes of the first lines, at least one. The command line sends the others again. */
export const run = (async ({ lines }, operation) => {
  const outcomes: LineOutcome[] = [];
  for (const some of independent(lines.map(readLine))) {
    outcomes.push(...(await Promise.all(some.map((line) => outcomeOf(operation, line)))));
    if (isTimeUp(operation)) break;
  }
  return { outcomes };
}) satisfies Run<typeof importMatches>;

const outcomeOf = async (operation: Operation, line: Read): Promise<LineOutcome> =>
  'faults' in line ? { outcome: 'rejected', faults: line.faults } : saveLine(operation, line);

/** @returns the lines in order, in groups without two about the same match or the same track. */
function independent(lines: readonly Read[]): Read[][] {
  const groups: Read[][] = [];
  let subjects = new Set<string>();
  for (const line of lines) {
    const own = 'faults' in line ? [] : subjectsOf(line);
    const group = groups.at(-1);
    if (group && group.length < CONCURRENT && !own.some((each) => subjects.has(each))) group.push(line);
    else {
      groups.push([line]);
      subjects = new Set();
    }
    for (const each of own) subjects.add(each);
  }
  return groups;
}

const subjectsOf = (line: MatchLine): string[] => [
  line.name,
  ...(line.is === 'match' ? [JSON.stringify(line.target)] : []),
];
