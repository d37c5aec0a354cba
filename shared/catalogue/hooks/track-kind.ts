/** The kind of a track, a song or a video, stored on the track and on each of its places. */
import type { Context } from '../../kit/crud/context.ts';
import type { Draft, Sent, WriteDecision } from '../../kit/crud/write/hooks.ts';
import { type Change, unchangedCheck } from '../../kit/records/changes.ts';
import { type LinkedRecords, linkedRecords } from '../../kit/records/linked-records.ts';
import { changedUnseen, type Store } from '../../kit/records/store.ts';
import type { Write } from '../../kit/table/write.ts';
import type { Problem } from '../../kit/values/problems.ts';
import { required } from '../../kit/values/required.ts';
import { albumTracks } from '../api/album-tracks.ts';
import { trackAssets } from '../api/track-assets.ts';
import { type Track, tracks } from '../api/tracks.ts';
import { lossesOf } from '../in-distribution/contents-lost.ts';
import type { TrackKind } from '../rules/catalogue.ts';
import {
  excludedAsset,
  kindOf,
  requireWritable,
  type VideoDraft,
  videoProblems,
  willBeVideo,
} from '../rules/music-videos.ts';
import type { TrackReleases } from './track-releases.ts';
import type { LoadedTrack, TrackRule } from './track-rules.ts';

type TrackDraft = Draft<typeof tracks>;

/** @returns the masters of a track that becomes a song or a video. */
export async function loadMasters(
  sent: Sent<typeof tracks>,
  context: Context,
): Promise<LoadedTrack['masters']> {
  const isVideo = sent.isSent('is-video') ? await sent.valid('is-video') : undefined;
  const before = isVideo === undefined ? undefined : await sent.before;
  if (!before || before.fields['is-video'] === isVideo) return undefined;
  return linkedRecords(context, before, { resource: trackAssets, by: 'track' });
}

/** Whether the track may be a song or a video, and what it then can no longer have. */
export const kind: TrackRule = (draft, { releases, masters }) => {
  requireWritable(draft.caller, releases.all);
  const video = videoDraft(draft, releases);
  const isVideo = willBeVideo(video);
  const { before } = draft;
  const isSame = before?.fields['is-video'] === isVideo;
  const audio = isVideo ? null : draft.valid('full-audiofile-url');
  return {
    problems: [...videoProblems(video, draft.caller), ...audioProblems(draft, isVideo)],
    fields: {
      'is-video': isVideo,
      kind: before && isSame ? before.fields.kind : kindOf(isVideo, undefined),
      ...(isVideo && { 'full-audiofile-url': null }),
      ...(audio === null && { md5: null }),
    },
    ignored: ignoredAudio(draft, { isVideo, hasNoAudio: audio === null }),
    ...(before && !isSame && lossOfKind(isVideo, { releases, masters })),
  };
};

function videoDraft(draft: TrackDraft, { links, wanted }: TrackReleases): VideoDraft {
  return {
    was: draft.before?.fields['is-video'],
    sent: draft.isSent('is-video') ? draft.valid('is-video') : undefined,
    releases: wanted.map(({ fields }) => fields.format === 'video'),
    isShared: Math.max(links?.linkings.length ?? 0, wanted.length) > 1,
    allowsFingerprintScan: draft.valid('allow-fingerprint-scan'),
  };
}

/** A new song needs audio and must keep it. A former video may get audio later. */
function audioProblems(draft: TrackDraft, isVideo: boolean): Problem[] {
  const hasNone = draft.before !== undefined && draft.before.fields['full-audiofile-url'] === null;
  if (isVideo || hasNone || draft.valid('full-audiofile-url') !== null) return [];
  return [
    {
      code: 'required',
      detail: 'full-audiofile-url is required unless the track is a music video.',
      pointer: '/data/attributes/full-audiofile-url',
    },
  ];
}

/** A video has no audio, and audio that is missing has no checksum. */
function ignoredAudio(
  draft: TrackDraft,
  { isVideo, hasNoAudio }: { isVideo: boolean; hasNoAudio: boolean },
): ('full-audiofile-url' | 'md5')[] {
  const isUsed = { 'full-audiofile-url': !isVideo, md5: !hasNoAudio };
  return (['full-audiofile-url', 'md5'] as const).filter(
    (name) => !isUsed[name] && draft.isSent(name) && typeof draft.valid(name) === 'string',
  );
}

/** A track that changes its kind loses its audio or its video master. */
function lossOfKind(
  isVideo: boolean,
  { releases, masters }: Pick<LoadedTrack, 'releases' | 'masters'>,
): Pick<WriteDecision<typeof tracks>, 'also' | 'writes'> {
  const links = required(releases.links, 'The places are read for a change of the kind.');
  const { records, unchanged } = required(masters, 'The masters are read for a change of the kind.');
  const excluded = records.filter(({ fields }) => fields['asset-type'] === excludedAsset(isVideo));
  return {
    also: excluded.map((before) => ({ resource: trackAssets, before })),
    writes: [...lossesOf(links), ...unchanged],
  };
}

export type Places = LinkedRecords<typeof albumTracks>;

export const findPlaces = (
  store: Pick<Store, 'api' | 'table'>,
  { id, ownerId }: Pick<Track, 'id' | 'ownerId'>,
): Promise<Places> =>
  linkedRecords(store, { type: tracks.type, id, ownerId }, { resource: albumTracks, by: 'track' });

/**
 * The albums count their tracks by kind, so all places of the track change with it.
 * @param places undefined if the kind cannot change.
 * @returns changes for one transaction, or only a check of the track if its kind stays the same.
 */
export function kindChange(
  track: Track,
  kind: TrackKind,
  places: Places | undefined,
): { readonly also: readonly Change[]; readonly writes: readonly Write[] } {
  if (track.fields.kind === kind || !places) return { also: [], writes: [unchangedCheck(track)] };
  const moved = places.records.map(
    (before): Change => ({ resource: albumTracks, before, after: changedUnseen(before, { kind }) }),
  );
  const own: Change = { resource: tracks, before: track, after: changedUnseen(track, { kind }) };
  return { also: [own, ...moved], writes: places.unchanged };
}
