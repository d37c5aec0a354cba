/** Albums and their artists. */
import { makeHandler } from '../../shared/handler.ts';
import { albumArtistHooks } from './album-artist-hooks.ts';
import { albumHooks } from './album-hooks.ts';

export const handler = makeHandler('albums', {
  hooks: { albums: albumHooks, 'album-artists': albumArtistHooks },
});
