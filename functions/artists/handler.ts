/** Artists and their profiles on DSPs. */

import { artists } from '../../shared/catalogue/api/artists.ts';
import { artistHooks } from '../../shared/catalogue/hooks/artist-hooks.ts';
import { availabilityHooks } from '../../shared/catalogue/hooks/availability-hooks.ts';
import { makeHandler } from '../../shared/service/handler.ts';
import { artistTrends } from '../../shared/usage/api/trends.ts';
import { listTrends } from '../../shared/usage/trends/list-trends.ts';

export const handler = makeHandler('artists', {
  actions: { artists: { trends: listTrends(artists, artistTrends) } },
  hooks: { artists: artistHooks, 'artist-dsp-availabilities': availabilityHooks },
});
