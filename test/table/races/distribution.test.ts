/**
 * Operations of distribution, each between the last read and the write of another one, and of those of the catalogue. What comes
 * out is what one after the other gives. `test/races` tries all operations at each of their calls.
 */
import { expect, it } from 'vitest';
import { distributionPairs, explorePairs, withoutAlike } from '../../support/pairs/pairs.ts';
import { withPairs } from '../../support/pairs/stage.ts';
import { meetBeforeWrites } from '../../support/pairs/ways.ts';

/** A minute on a quiet machine. */
const LONGEST_MS = 900_000;

const { prepareScene } = withPairs();

it.each(['draft', 'in review'] as const)(
  'two concurrent operations on an album that is %s give the result of a serial order',
  async (name) => {
    const scene = withoutAlike(await prepareScene(name));
    const { faults, tally } = await explorePairs(scene, {
      isWanted: distributionPairs,
      way: meetBeforeWrites,
    });
    expect(tally.runs).toBeGreaterThan(100);
    expect(faults).toEqual([]);
  },
  LONGEST_MS,
);
