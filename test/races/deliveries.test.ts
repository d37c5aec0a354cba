/** Operations on releases that stores have or get, at least one of them of distribution, each at each call of the others. */

import { withOneOf } from '../support/pairs/pairs.ts';
import { tryScenes } from '../support/pairs/try-scenes.ts';
import { meetAtEachCall } from '../support/pairs/ways.ts';

tryScenes(['approved', 'transferring', 'sent', 'live'], {
  what: 'pairs',
  isWanted: withOneOf('distribution'),
  way: meetAtEachCall,
});
