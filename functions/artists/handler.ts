/** Artists and their profiles on DSPs. */
import { artists } from '../../shared/api/artists.ts';
import { artistTrends } from '../../shared/api/trends.ts';
import { makeHandler } from '../../shared/handler.ts';
import { listTrends } from '../../shared/usage/list-trends.ts';
import { artistHooks } from './artist-hooks.ts';
import { availabilityHooks } from './availability-hooks.ts';

export const handler = makeHandler('artists', {
  actions: { artists: { trends: listTrends(artists, artistTrends) } },
  hooks: { artists: artistHooks, 'artist-dsp-availabilities': availabilityHooks },
});
