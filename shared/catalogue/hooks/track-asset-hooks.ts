/** Hooks of track-assets: allowed masters, whether the video is ready, and the start of validation. */
import type { Context } from '../../kit/crud/context.ts';
import { hooksOf, type Rule } from '../../kit/crud/write/hooks.ts';
import { findRecord } from '../../kit/records/store.ts';
import { readSettings } from '../../platform/settings.ts';
import type { Album } from '../api/albums.ts';
import { trackAssets } from '../api/track-assets.ts';
import { type Track, tracks } from '../api/tracks.ts';
import { lossesOf } from '../in-distribution/contents-lost.ts';
import { masterUrlRejection } from '../masters/master-url.ts';
import { validationWork } from '../masters/validation-work.ts';
import type { AssetType } from '../rules/catalogue.ts';
import { assetProblem, kindOf, requireWritable } from '../rules/music-videos.ts';
import { findPlaces, kindChange, type Places } from './track-kind.ts';
import { restrictingAlbums } from './track-releases.ts';

interface Loaded {
  readonly track: Track;
  readonly releases: readonly Album[];
  readonly places: Places | undefined;
}

type AssetRule = Rule<typeof trackAssets, Loaded | undefined>;

/** Faults found without a lookup or a request. The validation finds the others. */
const url: AssetRule = ({ valid }) => {
  const sent = valid('url');
  const detail =
    sent === undefined ? undefined : masterUrlRejection(sent, readSettings().webhookAllowedCidrs);
  if (detail === undefined) return {};
  return { problems: [{ code: 'invalid_value', detail, pointer: '/data/attributes/url' }] };
};

const validation: AssetRule = ({ id, ownerId, now }) => ({
  writes: [validationWork.start({ assetId: id, ownerId }, now)],
});

const kind: AssetRule = (draft, loaded) => {
  if (!loaded) return {};
  const { track, places, releases } = loaded;
  requireWritable(draft.caller, releases);
  const type = draft.valid('asset-type');
  if (type === undefined) return {};
  const isVideo = track.fields['is-video'];
  const mismatch = assetProblem(type, isVideo);
  if (mismatch) return { problems: [mismatch] };
  // The track must not change its kind before the master is saved.
  return kindChange(track, kindOf(isVideo, isVideo ? 'pending' : undefined), places);
};

export const trackAssetHooks = hooksOf(trackAssets, {
  async load(sent, context) {
    const [id, type] = await Promise.all([sent.valid('track'), sent.valid('asset-type')]);
    return id ? loadTrack({ id, type, ownerId: sent.ownerId }, context) : undefined;
  },
  decide: [url, validation, kind],
  remove: {
    load({ fields, ownerId }, context, going) {
      const id = fields.track;
      return going || id === null
        ? undefined
        : loadTrack({ id, ownerId, type: fields['asset-type'] }, context);
    },
    decide({ id }, loaded, { caller }) {
      const removal = validationWork.end(id);
      if (!loaded) return { writes: [removal] };
      const { track, places, releases } = loaded;
      requireWritable(caller, releases);
      const { also, writes } = kindChange(track, kindOf(track.fields['is-video'], undefined), places);
      const losses = places ? lossesOf(places) : [];
      return { also, writes: [...writes, ...losses, removal] };
    },
  },
});

/** @param type of the master. Only a video decides the kind of its track, and with it that of the places. */
async function loadTrack(
  { id, ownerId, type }: { id: string; ownerId: string; type: AssetType | undefined },
  context: Context,
): Promise<Loaded | undefined> {
  const [track, releases, places] = await Promise.all([
    findRecord(context, tracks, id),
    restrictingAlbums(context, { id, ownerId }),
    type === 'video' ? findPlaces(context, { id, ownerId }) : undefined,
  ]);
  return track && { track, releases, places };
}
