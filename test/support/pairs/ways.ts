/** At which moments of operations others run: once or twice, and in threes. */
import { type Meeting, type Order, permutations } from './explore.ts';
import { END } from './interleavings.ts';

export interface Way {
  readonly meet: (meeting: Meeting) => Promise<void>;
  /** Orders of two operations whose results are needed. */
  readonly orders: (meeting: Meeting) => readonly Order[];
}

const twoWays = [
  [0, 1],
  [1, 0],
] as const;

/** Each of two operations at each moment of the other. */
export const meetAtEachCall: Way = { orders: () => twoWays, meet: atEachCall };

async function atEachCall(meeting: Meeting): Promise<void> {
  await meeting.learn();
  for (const [outer, inner] of twoWays)
    for (const moment of meeting.moments(outer, [inner]))
      await meeting.attempt([
        [outer, moment],
        [inner, END],
        [outer, END],
      ]);
}

/** Each of two operations before the last call of the other at which it matters, which is its write as a rule. */
export const meetBeforeWrites: Way = {
  orders: (meeting) =>
    twoWays.flatMap(([outer, inner]): Order[] =>
      meeting.moments(outer, [inner]).length > 0 ? [[inner, outer]] : [],
    ),
  meet: beforeWrites,
};

async function beforeWrites(meeting: Meeting): Promise<void> {
  for (const [outer, inner] of twoWays)
    for (const moment of meeting.moments(outer, [inner]).slice(-1))
      await meeting.attempt([
        [outer, moment],
        [inner, END],
        [outer, END],
      ]);
}

/** Each begins, the other goes on, and both end: two switches instead of one. */
export const meetTwice: Way = { orders: () => twoWays, meet: twice };

async function twice(meeting: Meeting): Promise<void> {
  await meeting.learn();
  for (const [first, second] of twoWays)
    for (const moment of meeting.moments(first, [second]))
      for (const later of meeting.moments(second, [first]))
        await meeting.attempt([
          [first, moment],
          [second, later],
          [first, END],
          [second, END],
        ]);
}

/**
 * Two others run within each of three operations, one after the other, or one within the other. An operation that writes nothing
 * in any order changes nothing for the others, and is tried with each of them in pairs.
 */
export const meetInThrees: Way = { orders: () => [], meet: inThrees };

async function inThrees(meeting: Meeting): Promise<void> {
  await meeting.learn();
  if (!meeting.allWrite) return;
  for (const [outer = 0, middle = 1, inner = 2] of permutations([0, 1, 2]))
    for (const moment of meeting.moments(outer, [middle, inner])) {
      await meeting.attempt([
        [outer, moment],
        [middle, END],
        [inner, END],
        [outer, END],
      ]);
      for (const later of meeting.moments(middle, [outer, inner]).slice(-1))
        await meeting.attempt([
          [outer, moment],
          [middle, later],
          [inner, END],
          [middle, END],
          [outer, END],
        ]);
    }
}
