/** Hooks of track-artists: the video feature, and the loss of a main artist. */
import { hooksOf } from '../../kit/crud/write/hooks.ts';
import { artistRoleData } from '../../reference/data/artist-roles.ts';
import { trackArtists } from '../api/credited-artists.ts';
import { lossesOf } from '../in-distribution/contents-lost.ts';
import { requireWritable, trackOf } from './writable-track.ts';

export const trackArtistHooks = hooksOf(trackArtists, {
  async prepare(draft, context) {
    if (context.caller.capabilities.has('video')) return;
    const track = await trackOf(context, draft.valid('track'));
    if (track) await requireWritable(context, track);
  },

  async remove({ fields }, context, going) {
    if (going) return {};
    const isMain = fields['artist-role'] === MAIN_ARTIST;
    const mayWriteVideos = context.caller.capabilities.has('video');
    const track = isMain || !mayWriteVideos ? await trackOf(context, fields.track) : undefined;
    if (track && !mayWriteVideos) await requireWritable(context, track);
    return track && isMain ? { writes: await lossesOf(context, track) } : {};
  },
});

const MAIN_ARTIST = artistRoleData.rows().find(({ key }) => key === 'main_artist')?.id;
