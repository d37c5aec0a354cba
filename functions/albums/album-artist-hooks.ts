/** Hooks of album-artists: those of a video release are edited with the video feature only. */
import { albumArtists } from '../../shared/api/album-artists.ts';
import { albums } from '../../shared/api/albums.ts';
import { videoPermissions } from '../../shared/catalogue/video-permissions.ts';
import { requireVideoFeature } from '../../shared/domain/music-videos.ts';
import type { Context } from '../../shared/kit/crud/context.ts';
import { hooksOf } from '../../shared/kit/crud/write/hooks.ts';
import { findRecord } from '../../shared/kit/records/store.ts';

export const albumArtistHooks = hooksOf(albumArtists, {
  prepare: (draft, context) => requireWritable(context, draft.valid('album')),

  async remove({ fields }, context) {
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
