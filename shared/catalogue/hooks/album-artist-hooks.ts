/** Hooks of album-artists. Video releases require the video feature. */
import type { Context } from '../../kit/crud/context.ts';
import { hooksOf } from '../../kit/crud/write/hooks.ts';
import { findRecords } from '../../kit/records/store.ts';
import { type Album, albums } from '../api/albums.ts';
import { albumArtists } from '../api/credited-artists.ts';
import { requireWritable, writesVideos } from '../rules/music-videos.ts';

export const albumArtistHooks = hooksOf(albumArtists, {
  load: async (sent, context) => restricting(context, await sent.valid('album')),
  decide: [({ caller }, { releases }) => requireWritable(caller, releases)],
  remove: {
    load: ({ fields }, context, going) => restricting(context, going ? undefined : fields.album),
    decide: (_, { releases }, { caller }) => requireWritable(caller, releases),
  },
});

/** @returns the album, unless the account may write all. */
async function restricting(
  context: Context,
  id: string | undefined,
): Promise<{ readonly releases: readonly Album[] }> {
  const isFree = writesVideos(context.caller) || id === undefined;
  return { releases: isFree ? [] : await findRecords(context, albums, [id]) };
}
