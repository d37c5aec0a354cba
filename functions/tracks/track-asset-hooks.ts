/** Hooks of track-assets: which master a track can have, and whether its video is ready. */
import { trackAssets } from '../../shared/api/track-assets.ts';
import { kindChange } from '../../shared/catalogue/track-kind.ts';
import { hooksOf } from '../../shared/crud/write/hooks.ts';
import { assetProblem, kindOf } from '../../shared/domain/music-videos.ts';
import { requireWritable, trackOf } from './writable-track.ts';

export const trackAssetHooks = hooksOf(trackAssets, {
  async prepare(draft, context) {
    const [track, type] = [await trackOf(context, draft.valid('track')), draft.valid('asset-type')];
    if (track) await requireWritable(context, track);
    if (!track || type === undefined) return;
    const isVideo = track.fields['is-video'];
    const mismatch = assetProblem(type, isVideo);
    if (mismatch) return draft.refuse(mismatch);
    // Whatever the track is, it still is when its master is attached.
    const { also, writes } = await kindChange(
      context,
      track,
      kindOf(isVideo, isVideo ? 'pending' : undefined),
    );
    draft.also(...also);
    draft.write(...writes);
  },

  async remove({ fields }, context) {
    const track = await trackOf(context, fields.track);
    if (!track) return {};
    await requireWritable(context, track);
    return kindChange(context, track, kindOf(track.fields['is-video'], undefined));
  },
});
