/** All pairs and threes of operations of a prepared catalogue that can concern each other. */
import { required } from '../../../shared/kit/values/required.ts';
import { canMeet, Meeting, type Order, type Performed, type Tally } from './explore.ts';
import { faultText } from './fault-text.ts';
import { type Prepared, runAfter } from './interleavings.ts';
import type { Operation } from './operation.ts';
import type { PreparedScene } from './stage.ts';
import { withoutNewIds } from './state-after.ts';
import type { Way } from './ways.ts';

export interface Exploration {
  /** @returns whether to try a pair. */
  readonly isWanted: (one: Performed, other: Performed) => boolean;
  /** Which moments of operations are tried. */
  readonly way: Way;
  /** Called with each fault when it is found. */
  readonly onFault?: (text: string) => void;
}

export interface Explored {
  /** A text for each. */
  readonly faults: readonly string[];
  readonly tally: Tally;
}

async function explore(
  { prepared }: PreparedScene,
  groups: Iterable<readonly Performed[]>,
  { way, onFault }: Pick<Exploration, 'way' | 'onFault'>,
): Promise<Explored> {
  const tally = { groups: 0, runs: 0 };
  const faults: string[] = [];
  const meetings = Array.from(groups, (group) => ({ group, meeting: new Meeting(prepared, group, tally) }));
  tally.runs += await runInOrder(prepared, meetings, way);
  // What a meeting has learned is forgotten after it.
  for (let met = meetings.shift(); met; met = meetings.shift()) {
    const { meeting } = met;
    await way.meet(meeting);
    for (const text of meeting.faults.map(faultText)) {
      onFault?.(text);
      faults.push(text);
    }
  }
  return { faults, tally };
}

interface Met {
  readonly group: readonly Performed[];
  readonly meeting: Meeting;
}

/** Runs the orders that a way needs. Those with the same first operation run it once. @returns how many there were. */
async function runInOrder(prepared: Prepared, all: readonly Met[], way: Way): Promise<number> {
  const needed = all.flatMap(({ group, meeting }) =>
    way.orders(meeting).map((order) => ({ meeting, order, two: inOrder(group, order) })),
  );
  for (const [first, some] of Map.groupBy(needed, ({ two: [one] }) => one)) {
    const results = await runAfter(
      prepared,
      first,
      some.map(({ two: [, other] }) => other),
    );
    for (const [index, result] of results.entries()) {
      const { meeting, order } = required(some[index], 'There is a result for each.');
      meeting.know(order, result);
    }
  }
  return needed.length;
}

const inOrder = (group: readonly Performed[], [first, second]: Order): [Operation, Operation] => [
  required(group[first], 'A group has both.').operation,
  required(group[second], 'A group has both.').operation,
];

/** The same operations, but only one of those that differ in nothing that decisions look at. */
export function withoutAlike({ prepared, all }: PreparedScene): PreparedScene {
  const byKind = new Map(all.map((each) => [each.operation.alike ?? each.operation.name, each]));
  return { prepared, all: [...byKind.values()] };
}

const sortedOnce = (texts: readonly string[]): string[] => [...new Set(texts)].toSorted();

/** What an operation does alone: its outcome, and the rows that it reads and writes under which conditions. */
function doneAlone({ known }: PreparedScene['prepared'], { operation, alone, footprint }: Performed): string {
  const { reads, ranges, writes, conditions } = footprint;
  const facts = [
    ...[operation.of, alone.outcomes, sortedOnce(reads), sortedOnce(ranges.map(({ list }) => list))],
    ...[sortedOnce(writes.map(({ row }) => row)), sortedOnce(conditions.map((each) => each.join(' ')))],
  ];
  return withoutNewIds(JSON.stringify(facts), known);
}

/**
 * The same operations, but only one of those of a route, command or kind of work that do the same alone. They can differ after
 * others, so that pairs have all of them, and threes only one.
 */
function doingOnce({ prepared, all }: PreparedScene): PreparedScene {
  const byDone = new Map(all.map((each) => [doneAlone(prepared, each), each]));
  return { prepared, all: [...byDone.values()] };
}

/** Also of an operation with itself. */
function* pairsOf({ prepared, all }: PreparedScene, isWanted: Exploration['isWanted']) {
  for (const [index, one] of all.entries())
    for (const other of all.slice(index))
      if (isWanted(one, other) && canMeet(prepared, one, other)) yield [one, other] as const;
}

/** Each of which concerns both others. */
function* threesOf(scene: PreparedScene, isWanted: Exploration['isWanted']) {
  for (const [one, other] of pairsOf(scene, isWanted))
    for (const third of scene.all.slice(scene.all.indexOf(other)))
      if ([one, other].every((each) => isWanted(each, third) && canMeet(scene.prepared, each, third)))
        yield [one, other, third] as const;
}

export const explorePairs = (scene: PreparedScene, how: Exploration): Promise<Explored> =>
  explore(scene, pairsOf(scene, how.isWanted), how);

export const exploreThrees = (scene: PreparedScene, how: Exploration): Promise<Explored> =>
  explore(scene, threesOf(doingOnce(scene), how.isWanted), how);

/** @param groups the names of the operations of each. */
export const exploreNamed = (
  scene: PreparedScene,
  groups: readonly (readonly string[])[],
  way: Way,
): Promise<Explored> => {
  const byName = new Map(scene.all.map((each) => [each.operation.name, each]));
  const named = groups.map((names) =>
    names.map((name) => required(byName.get(name), `There is no operation ${name} in the catalogue.`)),
  );
  return explore(scene, named, { way });
};

export const isOf =
  (...features: readonly string[]) =>
  ({ operation }: { readonly operation: Operation }): boolean =>
    features.includes(operation.feature);

/** Pairs of which at least one operation is of one of the features. */
export const withOneOf =
  (...features: readonly string[]): Exploration['isWanted'] =>
  (one, other) =>
    [one, other].some(isOf(...features));

const isOfDistribution = isOf('distribution');

/** Operations of distribution with each other, and with those of the catalogue. */
export const distributionPairs = (one: Performed, other: Performed): boolean =>
  [one, other].some(isOfDistribution) && [one, other].every(isOf('distribution', 'catalogue'));
