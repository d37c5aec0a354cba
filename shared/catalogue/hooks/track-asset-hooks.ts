/** Hooks of track-assets: allowed masters, whether the video is ready, and the start of validation. */
import { hooksOf } from '../../kit/crud/write/hooks.ts';
import type { Problem } from '../../kit/values/problems.ts';
import { readSettings } from '../../platform/settings.ts';
import { trackAssets } from '../api/track-assets.ts';
import { masterUrlRejection } from '../masters/master-url.ts';
import { validationWork } from '../masters/validation-work.ts';
import { assetProblem, kindOf } from '../rules/music-videos.ts';
import { kindChange } from '../track-kind.ts';
import { requireWritable, trackOf } from './writable-track.ts';

export const trackAssetHooks = hooksOf(trackAssets, {
  async prepare(draft, context) {
    draft.reject(...urlProblems(draft.valid('url')));
    draft.write(validationWork.start({ assetId: draft.id, ownerId: draft.ownerId }, context.now));
    const track = await trackOf(context, draft.valid('track'));
    const type = draft.valid('asset-type');
    if (track) await requireWritable(context, track);
    if (!track || type === undefined) return;
    const isVideo = track.fields['is-video'];
    const mismatch = assetProblem(type, isVideo);
    if (mismatch) return draft.reject(mismatch);
    // The track must not change its kind before the master is saved.
    const kind = kindOf(isVideo, isVideo ? 'pending' : undefined);
    const { also, writes } = await kindChange(context, track, kind);
    draft.also(...also);
    draft.write(...writes);
  },

  async remove({ id, fields }, context, going) {
    const removal = validationWork.end(id);
    const track = going ? undefined : await trackOf(context, fields.track);
    if (!track) return { writes: [removal] };
    await requireWritable(context, track);
    const { also, writes } = await kindChange(context, track, kindOf(track.fields['is-video'], undefined));
    return { also, writes: [...writes, removal] };
  },
});

/** Faults found without a lookup or a request. The validation finds the others. */
function urlProblems(url: string | undefined): Problem[] {
  const detail = url === undefined ? undefined : masterUrlRejection(url, readSettings().webhookAllowedCidrs);
  return detail === undefined ? [] : [{ code: 'invalid_value', detail, pointer: '/data/attributes/url' }];
}
