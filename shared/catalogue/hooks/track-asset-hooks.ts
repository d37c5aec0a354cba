/** Hooks of track-assets: allowed masters, whether the video is ready, and the start of validation. */
import { ownerOf } from '../../kit/crud/context.ts';
import { type DecidingContext, hooksOf, type Rule } from '../../kit/crud/write/hooks.ts';
import { findRecord } from '../../kit/records/store.ts';
import { readSettings } from '../../platform/settings.ts';
import type { Album } from '../api/albums.ts';
import { trackAssets } from '../api/track-assets.ts';
import { type Track, tracks } from '../api/tracks.ts';
import { findPlaces, kindChange, type Places } from '../contents/track-places.ts';
import { masterUrlRejection } from '../masters/master-url.ts';
import { validationWork } from '../masters/validation-work.ts';
import { assetProblem, kindOf, requireWritable } from '../rules/music-videos.ts';
import { restrictingAlbums } from './track-releases.ts';

export interface LoadedAsset {
  readonly track: Track | undefined;
  readonly releases: readonly Album[];
  /** The places of the track, which keep its kind and that it has a master. */
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
  const after = { kind: kindOf(isVideo, isVideo ? 'pending' : undefined), hasAtmos: !isVideo };
  return kindChange(track, { ...after, lacks: { video_master: false } }, places);
};

export const trackAssetHooks = hooksOf(trackAssets, {
  async load(sent, context) {
    return load(context, await sent.valid('track'));
  },
  decide: [url, validation, kind],
  remove: {
    load: ({ fields }, context, cause) => load(context, cause ? undefined : fields.track),
    decide({ id }, { track, places, releases }, { caller }) {
      requireWritable(caller, releases);
      const removal = validationWork.end(id);
      if (!track) return { writes: [removal] };
      const isVideo = track.fields['is-video'];
      const after = { kind: kindOf(isVideo, undefined), lacks: { video_master: isVideo }, hasAtmos: false };
      return { ...kindChange(track, after, places), writes: [removal] };
    },
  },
});

async function load(context: DecidingContext, id: string | undefined): Promise<LoadedAsset> {
  if (id === undefined) return { track: undefined, releases: [], places: undefined };
  const [track, releases, places] = await Promise.all([
    findRecord(context, tracks, id),
    restrictingAlbums(context, id),
    findPlaces(context, { id, ownerId: ownerOf(context, tracks) }),
  ]);
  return { track, releases, places };
}
