/** What is special about artists: one that albums name stays. */
import { artists } from '../../shared/api/artists.ts';
import { hooksOf } from '../../shared/crud/write/hooks.ts';
import { problem } from '../../shared/domain/problems.ts';

export const artistHooks = hooksOf(artists, {
  remove({ fields }) {
    if (fields['album-count'] === 0) return [];
    throw problem('artist_has_albums', 'Albums name this artist: take it off them first.');
  },
});
