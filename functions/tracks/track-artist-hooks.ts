/** Hooks of track-artists: the artists of a track on a video release are edited with the video feature only. */
import { trackArtists } from '../../shared/api/track-artists.ts';
import { hooksOf } from '../../shared/crud/write/hooks.ts';
import { requireWritable, trackOf } from './writable-track.ts';

export const trackArtistHooks = hooksOf(trackArtists, {
  async prepare(draft, context) {
    if (context.caller.capabilities.has('video')) return;
    const track = await trackOf(context, draft.valid('track'));
    if (track) await requireWritable(context, track);
  },

  async remove({ fields }, context) {
    if (context.caller.capabilities.has('video')) return {};
    const track = await trackOf(context, fields.track);
    if (track) await requireWritable(context, track);
    return {};
  },
});
