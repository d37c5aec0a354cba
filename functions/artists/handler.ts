/** Artists and their profiles on DSPs. */
import { makeHandler } from '../../shared/handler.ts';
import { availabilityHooks } from './availability-hooks.ts';

export const handler = makeHandler('artists', {
  hooks: { 'artist-dsp-availabilities': availabilityHooks },
});
