/** What lines of statements are by: one or two of track, album, DSP and country. */
import { listOf } from '../kit/declare/filter.ts';
import { type EarningGroup, earningGroups } from '../usage/earnings/earning-sums.ts';

/** In the order of `earningGroups`. */
export type LinesBy = readonly [EarningGroup, ...EarningGroup[]];

/** @returns these groups in their order. @param groups at least one. */
export function linesBy(groups: readonly EarningGroup[]): LinesBy {
  const [first, ...others] = earningGroups.filter((group) => groups.includes(group));
  if (!first) throw new Error('Lines are by something.');
  return [first, ...others];
}

export const groupText = (by: readonly EarningGroup[]): string => by.join(',');

/** A track and its album would have the lines of the track. */
const isPair = ([first, second]: readonly EarningGroup[]): boolean =>
  first !== second && !(first === 'track' && second === 'album');

const possible: readonly LinesBy[] = [
  ...earningGroups.map((group): LinesBy => [group]),
  ...earningGroups.flatMap((first, at) =>
    earningGroups
      .slice(at + 1)
      .map((second): LinesBy => [first, second])
      .filter(isPair),
  ),
];

/** All valid groups. */
export const statementGroups: readonly string[] = possible.map(groupText);

/** @returns null for a text that is not one of them, in any order. */
export function readGroup(text: string): LinesBy | null {
  const sent = listOf(text);
  const found = possible.find((by) => by.every((each) => sent.includes(each)) && by.length === sent.length);
  return found ?? null;
}
