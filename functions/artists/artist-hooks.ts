/** Hooks of artists: an artist with albums cannot be deleted. */
import { artists } from '../../shared/api/artists.ts';
import { hooksOf } from '../../shared/crud/write/hooks.ts';
import { problem } from '../../shared/domain/problems.ts';

export const artistHooks = hooksOf(artists, {
  remove({ fields }) {
    if (fields['album-count'] === 0) return [];
    throw problem('artist_has_albums', 'This artist is on albums: remove it from them first.');
  },
});
