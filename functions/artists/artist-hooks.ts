/** Hooks of artists: one that credits name cannot be deleted, unless all that is left of them are stale references. */
import { artists } from '../../shared/api/artists.ts';
import { releaseStaleReferences } from '../../shared/credits/references.ts';
import { hooksOf } from '../../shared/kit/crud/write/hooks.ts';

export const artistHooks = hooksOf(artists, {
  async remove({ id, counts }, context) {
    // The count decides, in the transaction that deletes the artist.
    if ((counts?.['track-credits.artist'] ?? 0) > 0) await releaseStaleReferences(context, id);
    return {};
  },
});
