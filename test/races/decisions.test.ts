/** Operations on releases that were requested, at least one of them of distribution, each at each call of the others. */

import { withOneOf } from '../support/pairs/pairs.ts';
import { tryScenes } from '../support/pairs/try-scenes.ts';
import { meetAtEachCall } from '../support/pairs/ways.ts';

tryScenes(['preapproved', 'in review', 'rejected', 'update in review', 'takedown in review'], {
  what: 'pairs',
  isWanted: withOneOf('distribution'),
  way: meetAtEachCall,
});
