/** Operations of distribution with each other and with those of the catalogue: each goes on once while the other waits. */

import { distributionPairs } from '../support/pairs/pairs.ts';
import { tryScenes } from '../support/pairs/try-scenes.ts';
import { meetTwice } from '../support/pairs/ways.ts';

tryScenes(['draft', 'in review', 'live'], {
  what: 'pairs with two switches',
  isWanted: distributionPairs,
  way: meetTwice,
});
