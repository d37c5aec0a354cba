/** Hooks of album-artists. Video releases require the video feature. */

import { type DecidingContext, hooksOf } from '../../kit/crud/write/hooks.ts';
import { unheld } from '../../kit/records/deciding.ts';
import { findRecords } from '../../kit/records/store.ts';
import { type Album, albums } from '../api/albums.ts';
import { albumArtists } from '../api/credited-artists.ts';
import { requireWritable, writesVideos } from '../rules/music-videos.ts';
import { NO_VIDEOS } from './track-releases.ts';

export const albumArtistHooks = hooksOf(albumArtists, {
  load: (sent, context) => ({ releases: sent.valid('album').then((id) => restrictingAlbum(context, id)) }),
  decide: [({ caller }, { releases }) => requireWritable(caller, releases)],
  remove: {
    load: ({ fields }, context, cause) => ({
      releases: restrictingAlbum(context, cause ? undefined : fields.album),
    }),
    decide: (_, { releases }, { caller }) => requireWritable(caller, releases),
  },
});

/** @returns the album for an account that may not write video releases; none for others. */
async function restrictingAlbum(context: DecidingContext, id: string | undefined): Promise<readonly Album[]> {
  if (writesVideos(context.caller) || id === undefined) return [];
  return findRecords(unheld(context, NO_VIDEOS), albums, [id]);
}
