/** All pairs and threes of operations of a prepared catalogue that can concern each other. */
import { canMeet, type Fault, Meeting, type Performed, type Tally } from './explore.ts';
import { faultText } from './fault-text.ts';
import type { Operation } from './operation.ts';
import type { PreparedScene } from './stage.ts';

export interface Exploration {
  /** @returns whether to try a pair. */
  readonly isWanted: (one: Performed, other: Performed) => boolean;
  /** Which moments of operations are tried. */
  readonly way: (meeting: Meeting) => Promise<void>;
}

export interface Explored {
  /** A text for each. */
  readonly faults: readonly string[];
  readonly tally: Tally;
}

async function explore(
  { prepared }: PreparedScene,
  groups: Iterable<readonly Performed[]>,
  way: Exploration['way'],
): Promise<Explored> {
  const tally = { groups: 0, runs: 0 };
  const faults: Fault[] = [];
  for (const group of groups) {
    const meeting = new Meeting(prepared, group, tally);
    await way(meeting);
    faults.push(...meeting.faults);
  }
  return { faults: faults.map(faultText), tally };
}

/** The same operations, but only one of those that differ in nothing that decisions look at. */
export function withoutAlike({ prepared, all }: PreparedScene): PreparedScene {
  const byKind = new Map(all.map((each) => [each.operation.alike ?? each.operation.name, each]));
  return { prepared, all: [...byKind.values()] };
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

export const explorePairs = (scene: PreparedScene, { isWanted, way }: Exploration): Promise<Explored> =>
  explore(scene, pairsOf(scene, isWanted), way);

export const exploreThrees = (scene: PreparedScene, { isWanted, way }: Exploration): Promise<Explored> =>
  explore(scene, threesOf(scene, isWanted), way);

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
