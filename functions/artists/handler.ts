/** Artists and their profiles on DSPs. */
import { makeHandler } from '../../shared/handler.ts';
import { prepareAvailability, removeAvailability } from './availability.ts';
import { removeArtist } from './remove-artist.ts';

export const handler = makeHandler(
  'artists',
  {},
  {
    artists: { remove: removeArtist },
    'artist-dsp-availabilities': { prepare: prepareAvailability, remove: removeAvailability },
  },
);
