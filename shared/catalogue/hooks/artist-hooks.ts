/** Hooks of artists: one that credits name cannot be deleted, unless all that is left of them are stale references. */
import { hooksOf } from '../../kit/crud/write/hooks.ts';
import { artists } from '../api/artists.ts';
import { releaseStaleReferences } from '../credits/references.ts';

export const artistHooks = hooksOf(artists, {
  async remove({ id, counts }, context) {
    // The count decides, in the transaction that deletes the artist.
    if ((counts?.['track-credits.artist'] ?? 0) > 0) await releaseStaleReferences(context, id);
    return {};
  },
});
