/** Hooks of artists. An artist named by credits cannot be deleted. Stale references do not count. */
import { hooksOf } from '../../kit/crud/write/hooks.ts';
import { artists } from '../api/artists.ts';
import { creditsOfArtist } from '../counters.ts';
import { releaseStaleReferences } from '../credits/references.ts';

export const artistHooks = hooksOf(artists, {
  async remove(artist, context) {
    // The transaction that deletes the artist checks the count.
    if (creditsOfArtist.of(artist) > 0) await releaseStaleReferences(context, artist.id);
    return {};
  },
});
