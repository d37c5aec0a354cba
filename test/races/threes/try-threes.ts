/** Three concurrent operations of distribution. Each catalogue has its own file, because they take the longest. */
import type { Performed } from '../../support/pairs/explore.ts';
import { exploreThrees, isOf } from '../../support/pairs/pairs.ts';
import type { SceneName } from '../../support/pairs/scenes/scenes.ts';
import { tryScenes } from '../../support/pairs/try-scenes.ts';
import { meetInThrees } from '../../support/pairs/ways.ts';

const isOfDistribution = isOf('distribution');

/** Besides operations of distribution, the command that takes stores away from the owner of a release. */
const isTried = (each: Performed): boolean =>
  isOfDistribution(each) || each.operation.name === 'set-capabilities';

export const tryThrees = (scene: SceneName): void =>
  tryScenes([scene], {
    what: 'threes',
    isWanted: (one, other) => isTried(one) && isTried(other),
    way: meetInThrees,
    explore: exploreThrees,
  });
