/** Three concurrent operations of distribution. */

import { exploreThrees, isOf } from '../support/pairs/pairs.ts';
import { tryScenes } from '../support/pairs/try-scenes.ts';
import { meetInThrees } from '../support/pairs/ways.ts';

const isOfDistribution = isOf('distribution');

tryScenes(['in review', 'approved', 'update in review'], {
  what: 'threes',
  isWanted: (one, other) => isOfDistribution(one) && isOfDistribution(other),
  way: meetInThrees,
  explore: exploreThrees,
});
