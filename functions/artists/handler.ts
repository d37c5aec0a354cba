/** Artists and their profiles on DSPs. */
import { makeHandler } from '../../shared/handler.ts';
import { artistHooks } from './artist-hooks.ts';
import { availabilityHooks } from './availability-hooks.ts';

export const handler = makeHandler('artists', {
  hooks: { artists: artistHooks, 'artist-dsp-availabilities': availabilityHooks },
});
