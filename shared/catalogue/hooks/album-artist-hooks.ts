/** Hooks of album-artists. Video releases require the video feature. */
import type { Context } from '../../kit/crud/context.ts';
import { hooksOf } from '../../kit/crud/write/hooks.ts';
import { findRecord } from '../../kit/records/store.ts';
import { albums } from '../api/albums.ts';
import { albumArtists } from '../api/credited-artists.ts';
import { requireVideoFeature } from '../rules/music-videos.ts';
import { videoPermissions } from '../video-permissions.ts';

export const albumArtistHooks = hooksOf(albumArtists, {
  prepare: (draft, context) => requireWritable(context, draft.valid('album')),

  async remove({ fields }, context, going) {
    if (going) return {};
    await requireWritable(context, fields.album);
    return {};
  },
});

/** @throws video_read_only (403). */
async function requireWritable(context: Context, id: string | undefined): Promise<void> {
  const permissions = videoPermissions(context.caller);
  if (permissions.videoReleases || id === undefined) return;
  const album = await findRecord(context, albums, id);
  if (album?.fields.format === 'video') requireVideoFeature(permissions);
}
