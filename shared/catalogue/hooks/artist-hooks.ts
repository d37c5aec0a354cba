/** Hooks of artists. An artist named by credits cannot be deleted. Stale references do not count. */
import { hooksOf, type Steps } from '../../kit/crud/write/hooks.ts';
import { artists } from '../api/artists.ts';
import { creditsOfArtist } from '../counters.ts';
import { releaseStaleReferences } from '../credits/references.ts';

export const artistHooks = hooksOf(artists, {
  remove: {
    decide: (artist) => (creditsOfArtist.of(artist) > 0 ? { around: releasing(artist.id) } : undefined),
  },
});

/** The transaction that deletes the artist then checks the count. */
const releasing = (artistId: string): Steps => ({
  async before(context) {
    await releaseStaleReferences(context, artistId);
    return true;
  },
});
