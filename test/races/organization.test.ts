/** Operations on users, webhooks, reports, payments and matches, with each other and with those of the catalogue. */

import { withOneOf } from '../support/pairs/pairs.ts';
import { tryScenes } from '../support/pairs/try-scenes.ts';
import { meetAtEachCall } from '../support/pairs/ways.ts';

tryScenes(['organization', 'read-only'], {
  what: 'pairs',
  isWanted: withOneOf('accounts', 'matching', 'usage', 'royalties', 'webhooks', 'service'),
  way: meetAtEachCall,
});
