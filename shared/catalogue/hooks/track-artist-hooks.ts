/** Hooks of track-artists. Video releases require the video feature. */
import type { Context } from '../../kit/crud/context.ts';
import { hooksOf } from '../../kit/crud/write/hooks.ts';
import { trackArtists } from '../api/credited-artists.ts';
import { requireWritable, trackOf } from './writable-track.ts';

export const trackArtistHooks = hooksOf(trackArtists, {
  prepare: (draft, context) => requireWritableTrack(context, draft.valid('track')),

  async remove({ fields }, context, going) {
    if (!going) await requireWritableTrack(context, fields.track);
    return {};
  },
});

/** @throws video_read_only (403). */
async function requireWritableTrack(context: Context, id: string | undefined): Promise<void> {
  if (context.caller.capabilities.has('video')) return;
  const track = await trackOf(context, id);
  if (track) await requireWritable(context, track);
}
