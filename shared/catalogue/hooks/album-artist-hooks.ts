/** Hooks of album-artists. Video releases require the video feature. */
import type { Context } from '../../kit/crud/context.ts';
import { hooksOf } from '../../kit/crud/write/hooks.ts';
import { findRecords } from '../../kit/records/store.ts';
import { type Album, albums } from '../api/albums.ts';
import { albumArtists } from '../api/credited-artists.ts';
import { requireWritable, writesVideos } from '../rules/music-videos.ts';

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
async function restrictingAlbum(context: Context, id: string | undefined): Promise<readonly Album[]> {
  return writesVideos(context.caller) || id === undefined ? [] : findRecords(context, albums, [id]);
}
