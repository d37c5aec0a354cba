/** Operations of the catalogue and of distribution that take several transactions, with each other and with short ones. */
import { isDoneInParts } from '../support/pairs/explore.ts';
import { isOf } from '../support/pairs/pairs.ts';
import { tryScenes } from '../support/pairs/try-scenes.ts';
import { meetAtEachCall } from '../support/pairs/ways.ts';

tryScenes(['large', 'codes left'], {
  what: 'pairs',
  isWanted: (one, other) =>
    [one, other].some(isDoneInParts) && [one, other].every(isOf('catalogue', 'distribution')),
  way: meetAtEachCall,
});
