/** Three concurrent operations of distribution. Each catalogue has its own file, because they take the longest. */
import { exploreThrees, isOf } from '../../support/pairs/pairs.ts';
import type { SceneName } from '../../support/pairs/scenes/scenes.ts';
import { tryScenes } from '../../support/pairs/try-scenes.ts';
import { meetInThrees } from '../../support/pairs/ways.ts';

const isOfDistribution = isOf('distribution');

export const tryThrees = (scene: SceneName): void =>
  tryScenes([scene], {
    what: 'threes',
    isWanted: (one, other) => isOfDistribution(one) && isOfDistribution(other),
    way: meetInThrees,
    explore: exploreThrees,
  });
