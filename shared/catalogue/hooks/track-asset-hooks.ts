/** Hooks of track-assets: allowed masters, whether the video is ready, and the start of validation. */
import { ownerOf } from '../../kit/crud/context.ts';
import { type DecidingContext, hooksOf, type Rule } from '../../kit/crud/write/hooks.ts';
import { findRecord } from '../../kit/records/store.ts';
import { readSettings } from '../../platform/settings.ts';
import type { Album } from '../api/albums.ts';
import { trackAssets } from '../api/track-assets.ts';
import { type Track, tracks } from '../api/tracks.ts';
import { masterUrlRejection } from '../masters/master-url.ts';
import { validationWork } from '../masters/validation-work.ts';
import type { AssetType } from '../rules/catalogue.ts';
import { assetProblem, kindOf, requireWritable } from '../rules/music-videos.ts';
import { findPlaces, kindChange, type Places } from './track-kind.ts';
import { restrictingAlbums } from './track-releases.ts';

export interface LoadedAsset {
  readonly track: Track | undefined;
  readonly releases: readonly Album[];
  /** The places of a track with a video, whose validation decides its kind. */
  readonly places: Places | undefined;
}

type AssetRule = Rule<typeof trackAssets, LoadedAsset>;

/** Faults found without a lookup or a request. The validation finds the others. */
const url: AssetRule = ({ valid }) => {
  const sent = valid('url');
  const detail = sent && masterUrlRejection(sent, readSettings().webhookAllowedCidrs);
  return detail
    ? { problems: [{ code: 'invalid_value', detail, pointer: '/data/attributes/url' }] }
    : undefined;
};

const validation: AssetRule = ({ id, ownerId, now }) => ({
  writes: [validationWork.start({ assetId: id, ownerId }, now)],
});

const kind: AssetRule = ({ caller, valid }, { track, places, releases }) => {
  requireWritable(caller, releases);
  const type = valid('asset-type');
  if (!track || type === undefined) return undefined;
  const isVideo = track.fields['is-video'];
  const mismatch = assetProblem(type, isVideo);
  if (mismatch) return { problems: [mismatch] };
  const lacks = { video_master: false };
  return kindChange(track, { kind: kindOf(isVideo, isVideo ? 'pending' : undefined), lacks }, places);
};

export const trackAssetHooks = hooksOf(trackAssets, {
  async load(sent, context) {
    const [id, type] = await Promise.all([sent.valid('track'), sent.valid('asset-type')]);
    return load(context, id, type);
  },
  decide: [url, validation, kind],
  remove: {
    load: ({ fields }, context, cause) =>
      load(context, cause ? undefined : fields.track, fields['asset-type']),
    decide({ id }, { track, places, releases }, { caller }) {
      requireWritable(caller, releases);
      const removal = validationWork.end(id);
      if (!track) return { writes: [removal] };
      const isVideo = track.fields['is-video'];
      const after = { kind: kindOf(isVideo, undefined), lacks: { video_master: isVideo } };
      return { ...kindChange(track, after, places), writes: [removal] };
    },
  },
});

async function load(
  context: DecidingContext,
  id: string | undefined,
  type: AssetType | undefined,
): Promise<LoadedAsset> {
  if (id === undefined) return { track: undefined, releases: [], places: undefined };
  const [track, releases, places] = await Promise.all([
    findRecord(context, tracks, id),
    restrictingAlbums(context, id),
    type === 'video' ? findPlaces(context, { id, ownerId: ownerOf(context, tracks) }) : undefined,
  ]);
  return { track, releases, places };
}
